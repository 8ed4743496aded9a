package io.tapstate.planner.expression;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.logical.RowType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeSystem;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** The aliases of a step as tables, and column types as SQL types and back. */
final class JoinCatalog extends CalciteCatalogReader {
    private static final int DIGITS = 38;
    private static final int FRACTION = 18;
    private static final int MICROSECONDS = 6;

    /** Flink's limits. */
    private static final RelDataTypeSystem LIMITS = new RelDataTypeSystemImpl() {
        @Override
        public int getMaxNumericPrecision() {
            return DIGITS;
        }

        @Override
        public int getMaxNumericScale() {
            return DIGITS;
        }

        @Override
        public int getMaxPrecision(SqlTypeName typeName) {
            return switch (typeName) {
                case CHAR, VARCHAR, BINARY, VARBINARY -> Integer.MAX_VALUE;
                case DECIMAL -> DIGITS;
                case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> 9;
                default -> super.getMaxPrecision(typeName);
            };
        }
    };

    private JoinCatalog(CalciteSchema root, RelDataTypeFactory types, Properties properties) {
        super(root, List.of(), types, new CalciteConnectionConfigImpl(properties));
    }

    static JoinCatalog of(Map<String, RowType> inputs) {
        CalciteSchema root = CalciteSchema.createRootSchema(false, false);
        inputs.forEach((alias, row) -> root.add(alias, new Table(row)));
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "true");
        return new JoinCatalog(root, new SqlTypeFactoryImpl(LIMITS), properties);
    }

    private static final class Table extends AbstractTable {
        private final RowType row;

        Table(RowType row) {
            this.row = row;
        }

        @Override
        public RelDataType getRowType(RelDataTypeFactory types) {
            RelDataTypeFactory.Builder builder = types.builder();
            row.columns().forEach(column -> builder.add(column.name(), sqlType(types, column)));
            return builder.build();
        }
    }

    private static RelDataType sqlType(RelDataTypeFactory types, RowType.Column column) {
        RelDataType type =
                column.type().map(known -> sqlType(types, known)).orElseGet(() -> types.createSqlType(SqlTypeName.ANY));
        return types.createTypeWithNullability(
                type, column.nullable() || column.type().isEmpty());
    }

    private static RelDataType sqlType(RelDataTypeFactory types, ColumnType type) {
        return switch (type) {
            case INTEGER -> types.createSqlType(SqlTypeName.BIGINT);
            case DECIMAL -> types.createSqlType(SqlTypeName.DECIMAL, DIGITS, FRACTION);
            case DOUBLE -> types.createSqlType(SqlTypeName.DOUBLE);
            case BOOLEAN -> types.createSqlType(SqlTypeName.BOOLEAN);
            case STRING, JSON, UUID, TIMESTAMP_MICROS -> types.createSqlType(SqlTypeName.VARCHAR, Integer.MAX_VALUE);
            case BINARY -> types.createSqlType(SqlTypeName.VARBINARY, Integer.MAX_VALUE);
            case DATE -> types.createSqlType(SqlTypeName.DATE);
            case TIME -> types.createSqlType(SqlTypeName.TIME, MICROSECONDS);
            case DATETIME -> types.createSqlType(SqlTypeName.TIMESTAMP, MICROSECONDS);
            case TIMESTAMP -> types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, MICROSECONDS);
            case ARRAY, MAP, GEOMETRY, UNSUPPORTED -> types.createSqlType(SqlTypeName.ANY);
        };
    }

    /** What a computed value of this type is as a column; empty when only a row tells, and for nested values. */
    static Optional<ColumnType> columnType(RelDataType type) {
        return switch (type.getSqlTypeName()) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Optional.of(ColumnType.INTEGER);
            case DECIMAL -> Optional.of(ColumnType.DECIMAL);
            case FLOAT, REAL, DOUBLE -> Optional.of(ColumnType.DOUBLE);
            case BOOLEAN -> Optional.of(ColumnType.BOOLEAN);
            case CHAR, VARCHAR, SYMBOL -> Optional.of(ColumnType.STRING);
            case BINARY, VARBINARY -> Optional.of(ColumnType.BINARY);
            case DATE -> Optional.of(ColumnType.DATE);
            case TIME, TIME_WITH_LOCAL_TIME_ZONE -> Optional.of(ColumnType.TIME);
            case TIMESTAMP -> Optional.of(ColumnType.DATETIME);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> Optional.of(ColumnType.TIMESTAMP);
            default -> Optional.empty();
        };
    }

    /** Type names that Flink has and Calcite's grammar reads as a user's own. */
    @Override
    public RelDataType getNamedType(SqlIdentifier name) {
        RelDataTypeFactory types = getTypeFactory();
        return switch (name.toString().toUpperCase(Locale.ROOT)) {
            case "STRING" -> types.createSqlType(SqlTypeName.VARCHAR, Integer.MAX_VALUE);
            case "BYTES" -> types.createSqlType(SqlTypeName.VARBINARY, Integer.MAX_VALUE);
            case "TIMESTAMP_LTZ" -> types.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, MICROSECONDS);
            default ->
                name.toString().equals(JoinDialect.NESTED)
                        ? types.createSqlType(SqlTypeName.ANY)
                        : super.getNamedType(name);
        };
    }
}
