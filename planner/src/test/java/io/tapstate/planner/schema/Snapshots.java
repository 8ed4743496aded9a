package io.tapstate.planner.schema;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.List;
import java.util.OptionalLong;

/** Small schemas for tests. */
final class Snapshots {
    static final ColumnSchema ID = new ColumnSchema("id", "int", ColumnType.INTEGER, false);
    static final ColumnSchema NUMBER = new ColumnSchema("number", "varchar(20)", ColumnType.STRING, true);
    static final ColumnSchema PRICE = new ColumnSchema("price", "decimal(10,2)", ColumnType.DECIMAL, false);

    private Snapshots() {}

    static TableSchema table(String name, ColumnSchema... columns) {
        return new TableSchema(
                new TableId("shop", name),
                List.of(columns),
                List.of("id"),
                List.of(),
                BeforeImage.FULL,
                OptionalLong.empty());
    }

    static TableSchema withRows(TableSchema table, long rows) {
        return new TableSchema(
                table.id(),
                table.columns(),
                table.primaryKey(),
                table.uniqueIndexes(),
                table.beforeImage(),
                OptionalLong.of(rows));
    }

    static TableSchema with(TableSchema table, List<String> primaryKey, List<UniqueIndex> indexes, BeforeImage image) {
        return new TableSchema(table.id(), table.columns(), primaryKey, indexes, image, table.rowEstimate());
    }

    static SchemaSnapshot shop(TableSchema... tables) {
        return new SchemaSnapshot("shop", "mysql", List.of(tables));
    }
}
