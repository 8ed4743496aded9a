package io.tapstate.planner.schema;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a source's database said about its tables when it was last asked. Holds nothing of the connection and no time of
 * recording, so that it may be committed and a diff shows only what changed.
 *
 * @param source id of the source resource
 * @param connector catalogue id
 * @param tables sorted by id, their unique indexes by name
 */
public record SchemaSnapshot(String source, String connector, List<TableSchema> tables) {
    public SchemaSnapshot {
        Objects.requireNonNull(source);
        Objects.requireNonNull(connector);
        tables = tables.stream()
                .map(SchemaSnapshot::sorted)
                .sorted(Comparator.comparing(TableSchema::id))
                .toList();
    }

    /**
     * What to record after reading a database. Estimates of row counts flicker, so they are kept to two digits, and an
     * estimate stays as it was recorded until the count has doubled or halved.
     *
     * @param former the recording that this one replaces
     */
    public static SchemaSnapshot recorded(
            String source, String connector, List<TableSchema> read, Optional<SchemaSnapshot> former) {
        return new SchemaSnapshot(
                source,
                connector,
                read.stream().map(table -> settled(table, former)).toList());
    }

    public Optional<TableSchema> table(TableId id) {
        return tables.stream().filter(table -> table.id().equals(id)).findFirst();
    }

    /** Whether both describe the same tables; row estimates alone make no difference. */
    public boolean sameStructure(SchemaSnapshot that) {
        return withoutEstimates(this).equals(withoutEstimates(that));
    }

    private static TableSchema sorted(TableSchema table) {
        List<UniqueIndex> indexes = table.uniqueIndexes().stream()
                .sorted(Comparator.comparing(UniqueIndex::name))
                .toList();
        return new TableSchema(
                table.id(), table.columns(), table.primaryKey(), indexes, table.beforeImage(), table.rowEstimate());
    }

    private static TableSchema settled(TableSchema table, Optional<SchemaSnapshot> former) {
        OptionalLong before = former.flatMap(snapshot -> snapshot.table(table.id()))
                .map(TableSchema::rowEstimate)
                .orElse(OptionalLong.empty());
        OptionalLong now = table.rowEstimate();
        if (now.isPresent()) {
            long rows = twoDigits(now.getAsLong());
            boolean near = before.isPresent() && before.getAsLong() / 2 < rows && rows / 2 < before.getAsLong();
            now = OptionalLong.of(near ? before.getAsLong() : rows);
        }
        return estimated(table, now);
    }

    private static long twoDigits(long rows) {
        long unit = 1;
        while (rows / unit >= 100) {
            unit *= 10;
        }
        return rows / unit * unit;
    }

    private static SchemaSnapshot withoutEstimates(SchemaSnapshot snapshot) {
        return new SchemaSnapshot(
                snapshot.source,
                snapshot.connector,
                snapshot.tables.stream()
                        .map(table -> estimated(table, OptionalLong.empty()))
                        .toList());
    }

    private static TableSchema estimated(TableSchema table, OptionalLong rows) {
        return new TableSchema(
                table.id(), table.columns(), table.primaryKey(), table.uniqueIndexes(), table.beforeImage(), rows);
    }
}
