/**
 * What takes the place of a library's class of the same name, because the library makes it itself and offers no other way.
 * Nothing else may come in here. Start at {@link io.debezium.util.SchemaNameAdjuster}.
 */
package io.debezium.util;
