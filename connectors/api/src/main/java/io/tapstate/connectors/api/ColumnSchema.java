package io.tapstate.connectors.api;

/**
 * @param name as the database spells it, unquoted
 * @param nativeType as the database prints it, for example {@code decimal(10,2)}
 */
public record ColumnSchema(String name, String nativeType, ColumnType type, boolean nullable) {}
