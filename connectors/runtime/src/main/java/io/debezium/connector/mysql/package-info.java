/**
 * Takes the place of one class of the library, which names it itself and offers no other way in: see {@link
 * io.debezium.connector.mysql.RowDeserializers}. Nothing else belongs here.
 */
package io.debezium.connector.mysql;
