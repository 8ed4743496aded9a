/**
 * Takes the place of one class of the library, which names it itself and offers no other way in: see {@link
 * org.apache.flink.cdc.connectors.mysql.debezium.task.MySqlBinlogSplitReadTask}. Nothing else belongs here.
 */
package org.apache.flink.cdc.connectors.mysql.debezium.task;
