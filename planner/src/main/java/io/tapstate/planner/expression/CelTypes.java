package io.tapstate.planner.expression;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.NullableType;
import dev.cel.common.types.OpaqueType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.logical.RowType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Column types as CEL types and back. Every column may be null in CEL, even one that is NOT NULL: an image can lack it.
 * Decimals and wall-clock times are types of ours, so that nothing mixes them with doubles and texts by accident.
 */
final class CelTypes {
    static final CelType DECIMAL = OpaqueType.create("decimal");
    static final CelType DATETIME = OpaqueType.create("datetime");
    static final CelType TIME = OpaqueType.create("time");
    static final CelType UUID = OpaqueType.create("uuid");

    private CelTypes() {}

    static CelType of(RowType.Column column) {
        return column.type().map(CelTypes::of).orElse(SimpleType.DYN);
    }

    private static CelType of(ColumnType type) {
        return switch (type) {
            case STRING, JSON, TIMESTAMP_MICROS -> NullableType.create(SimpleType.STRING);
            case INTEGER -> NullableType.create(SimpleType.INT);
            case DOUBLE -> NullableType.create(SimpleType.DOUBLE);
            case BOOLEAN -> NullableType.create(SimpleType.BOOL);
            case BINARY -> NullableType.create(SimpleType.BYTES);
            // These four and timestamps accept null by themselves.
            case DECIMAL -> DECIMAL;
            case DATETIME -> DATETIME;
            case TIME -> TIME;
            case UUID -> UUID;
            case DATE, TIMESTAMP -> SimpleType.TIMESTAMP;
            // CEL has no list or map that may be null.
            case ARRAY, MAP, GEOMETRY -> SimpleType.DYN;
            // Reading one is refused before types matter.
            case UNSUPPORTED -> SimpleType.DYN;
        };
    }

    /** What a computed value of this type is as a column. */
    static Optional<ColumnType> columnType(CelType type) {
        return switch (type.kind()) {
            case STRING -> Optional.of(ColumnType.STRING);
            case INT, UINT -> Optional.of(ColumnType.INTEGER);
            case DOUBLE -> Optional.of(ColumnType.DOUBLE);
            case BOOL -> Optional.of(ColumnType.BOOLEAN);
            case BYTES -> Optional.of(ColumnType.BINARY);
            case TIMESTAMP -> Optional.of(ColumnType.TIMESTAMP);
            case OPAQUE -> Optional.of(ColumnType.valueOf(type.name().toUpperCase(Locale.ROOT)));
            default -> Optional.empty();
        };
    }

    /** Whether null has this type. */
    static boolean acceptsNull(CelType type) {
        return type instanceof NullableType
                || switch (type.kind()) {
                    case DYN, ANY, NULL_TYPE -> true;
                    default -> false;
                };
    }

    /** As authors write it. */
    static String name(CelType type) {
        return switch (type.kind()) {
            case TIMESTAMP -> "timestamp";
            case DURATION -> "duration";
            case NULL_TYPE -> "null";
            case LIST, MAP ->
                type.name()
                        + type.parameters().stream().map(CelTypes::name).collect(Collectors.joining(", ", "(", ")"));
            default -> type.name();
        };
    }

    /** A row as a structure whose fields are its columns; of a name that comes twice, the first. */
    static StructType struct(String name, List<RowType.Column> columns) {
        Map<String, CelType> types = new LinkedHashMap<>();
        columns.forEach(column -> types.putIfAbsent(column.name(), of(column)));
        ImmutableMap<String, CelType> fields = ImmutableMap.copyOf(types);
        return StructType.create(name, fields.keySet(), field -> Optional.ofNullable(fields.get(field)));
    }

    /** Knows this one structure. */
    static CelTypeProvider provider(StructType struct) {
        return new CelTypeProvider() {
            @Override
            public ImmutableList<CelType> types() {
                return ImmutableList.of(struct);
            }

            @Override
            public Optional<CelType> findType(String typeName) {
                return struct.name().equals(typeName) ? Optional.of(struct) : Optional.empty();
            }
        };
    }
}
