package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.TypeRegistry;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.debezium.connector.postgresql.connection.PostgresDefaultValueConverter;
import io.debezium.relational.Table;
import io.debezium.relational.TableId;
import io.debezium.relational.Tables;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The library's connection for the catalogue and the snapshot, with tables as {@link PlainTables} reads them, and no
 * defaults, which would stand for nulls.
 */
final class TextConnection extends PostgresConnection {
    private final PlainTables tables;
    private final TextTypes types;
    private final TextSchema schema;

    TextConnection(PostgresConnectorConfig config, String use, PlainTables tables) {
        super(config.getJdbcConfig(), null, use);
        this.tables = tables;
        this.types = new TextTypes(this);
        this.schema = new TextSchema(config, types);
    }

    TextSchema schema() {
        return schema;
    }

    @Override
    public TypeRegistry getTypeRegistry() {
        return types;
    }

    @Override
    public PostgresDefaultValueConverter getDefaultValueConverter() {
        return null;
    }

    @Override
    public void readSchema(
            Tables read,
            String catalog,
            String pattern,
            Tables.TableFilter filter,
            Tables.ColumnNameFilter columns,
            boolean removes)
            throws SQLException {
        Set<TableId> gone = new HashSet<>(read.tableIds());
        for (TableId table : tables.ids()) {
            if (filter == null || filter.isIncluded(table)) {
                Optional<Table> found = tables.read(connection(), table);
                found.ifPresent(read::overwriteTable);
                if (found.isPresent()) {
                    gone.remove(table);
                }
            }
        }
        if (removes) {
            gone.forEach(read::removeTable);
        }
    }
}
