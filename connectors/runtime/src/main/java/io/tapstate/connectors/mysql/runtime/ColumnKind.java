package io.tapstate.connectors.mysql.runtime;

import java.util.Locale;
import java.util.Set;

/** The kinds of columns that are read differently. */
enum ColumnKind {
    BOOLEAN,
    TINYINT,
    INTEGER,
    TINYINT_UNSIGNED,
    SMALLINT_UNSIGNED,
    MEDIUMINT_UNSIGNED,
    INT_UNSIGNED,
    BIGINT_UNSIGNED,
    DECIMAL,
    FLOATING,
    BIT,
    TEXT,
    ENUM,
    SET,
    BINARY,
    BYTES,
    DATE,
    /** Times, and dates with times, of no zone. */
    WALL_CLOCK,
    INSTANT,
    JSON,
    GEOMETRY,
    OTHER;

    private static final Set<String> GEOMETRIES = Set.of(
            "GEOMETRY",
            "POINT",
            "LINESTRING",
            "POLYGON",
            "MULTIPOINT",
            "MULTILINESTRING",
            "MULTIPOLYGON",
            "GEOMETRYCOLLECTION",
            "GEOMCOLLECTION");

    /** @param typeName as the library has it, from the table's definition or from a statement in the log */
    static ColumnKind of(String typeName) {
        String words = typeName.toUpperCase(Locale.ROOT);
        boolean unsigned = words.contains("UNSIGNED") || words.contains("ZEROFILL");
        String name = words.replaceAll("\\b(UNSIGNED|SIGNED|ZEROFILL)\\b|\\(.*\\)", " ")
                .trim()
                .replaceAll("\\s+", " ");
        if (GEOMETRIES.contains(name)) {
            return GEOMETRY;
        }
        return switch (name) {
            case "BOOL", "BOOLEAN" -> BOOLEAN;
            case "TINYINT", "INT1" -> unsigned ? TINYINT_UNSIGNED : TINYINT;
            case "SMALLINT", "INT2" -> unsigned ? SMALLINT_UNSIGNED : INTEGER;
            case "MEDIUMINT", "INT3", "MIDDLEINT" -> unsigned ? MEDIUMINT_UNSIGNED : INTEGER;
            case "INT", "INTEGER", "INT4" -> unsigned ? INT_UNSIGNED : INTEGER;
            case "BIGINT", "INT8" -> unsigned ? BIGINT_UNSIGNED : INTEGER;
            case "SERIAL" -> BIGINT_UNSIGNED;
            case "YEAR" -> INTEGER;
            case "DECIMAL", "DEC", "NUMERIC", "FIXED" -> DECIMAL;
            case "FLOAT", "FLOAT4", "FLOAT8", "DOUBLE", "DOUBLE PRECISION", "REAL" -> FLOATING;
            case "BIT" -> BIT;
            case "BINARY", "CHAR BYTE" -> BINARY;
            case "VARBINARY", "TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB", "LONG VARBINARY" -> BYTES;
            case "ENUM" -> ENUM;
            case "SET" -> SET;
            case "DATE" -> DATE;
            case "TIME", "DATETIME" -> WALL_CLOCK;
            case "TIMESTAMP" -> INSTANT;
            case "JSON" -> JSON;
            default -> name.contains("CHAR") || name.contains("TEXT") || name.equals("LONG") ? TEXT : OTHER;
        };
    }
}
