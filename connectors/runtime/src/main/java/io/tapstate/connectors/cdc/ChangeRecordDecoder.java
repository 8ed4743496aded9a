package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.ColumnChange;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.FaultyRecord;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.SourceRequest;
import java.io.Serializable;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Field;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.source.SourceRecord;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns Debezium change records into {@link RowChange}s.
 *
 * <p>Tombstones and everything that is not a row change are skipped; a truncate, which names no rows, fails with {@code
 * capture.table-truncated}. A change of a row's key arrives as a delete and an insert; of rows that swap keys, see
 * {@link TakenKeys}. Where the log carries only keys of old rows,
 * {@code before} holds the key columns and nothing else: the other columns of such a record are filler.
 *
 * <p>Rows whose columns are not those that their table must have fail with {@code capture.table-altered}, see
 * {@link ColumnWatch}.
 *
 * <p>PostgreSQL does not send large values that an update left alone. They are taken from the old row where the log has
 * it; where not, they are marked if somebody fills them in, or the update fails with {@code
 * capture.unchanged-value-not-sent}, because leaving the column out would remove it from the document.
 */
public final class ChangeRecordDecoder implements DebeziumDeserializationSchema<RowChange> {
    /**
     * What stands for a value that was not sent because it did not change. It is told by identity, so no value of a row
     * can be it.
     */
    public static final String NOT_SENT = new String("not sent".toCharArray());

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(ChangeRecordDecoder.class);
    private static final int MOST_SCHEMAS = 256;

    /** PostgreSQL's records say which transaction they are of; in MySQL no key can be held twice. */
    private static final String TRANSACTION = "txId";

    private final ChangeOrigin origin;
    private final ColumnWatch watch;
    private final TreeMap<TableId, Selected> selected = new TreeMap<>();
    private final boolean lenient;
    private transient Map<Schema, TableRecords> records;
    private transient TakenKeys taken;
    private transient ReusedNames reused;
    private transient ColumnFollower follower;

    public ChangeRecordDecoder(ChangeOrigin origin, List<SourceRequest.Table> tables, ColumnWatch watch) {
        this.origin = origin;
        this.watch = watch;
        this.lenient = false;
        for (SourceRequest.Table table : tables) {
            selected.put(table.id(), new Selected(List.copyOf(table.key()), table.beforeImage(), table.marksUnsent()));
        }
    }

    private ChangeRecordDecoder(ChangeRecordDecoder strict) {
        this.origin = strict.origin;
        this.watch = strict.watch;
        this.lenient = true;
        this.selected.putAll(strict.selected);
    }

    /**
     * One that makes do with the key of an old row that has no representation: such a row was left out when it was new,
     * and must not keep its own correction, or its deletion, from coming in.
     */
    ChangeRecordDecoder lenient() {
        return new ChangeRecordDecoder(this);
    }

    /** What is known of a record that cannot be decoded. */
    FaultyRecord faulty(SourceRecord record) {
        Struct envelope = (Struct) record.value();
        TableRecords table = records(record.valueSchema(), envelope);
        ChangeKind kind = switch ((String) envelope.get(table.op())) {
            case "r" -> ChangeKind.READ;
            case "c" -> ChangeKind.INSERT;
            case "u" -> ChangeKind.UPDATE;
            default -> ChangeKind.DELETE;
        };
        Struct values = (Struct) envelope.get(kind == ChangeKind.DELETE ? table.before() : table.after());
        byte[] row = table.rows().encodeHeld(values);
        Struct source = (Struct) envelope.get(table.source());
        Long committed = source.getInt64("ts_ms");
        boolean read = kind == ChangeKind.READ;
        return new FaultyRecord(
                kind,
                table.id(),
                RawRow.holds(row, table.selected().key()) ? key(table, row) : null,
                kind == ChangeKind.DELETE ? row : null,
                kind == ChangeKind.DELETE ? null : row,
                read || committed == null ? 0 : committed,
                read ? "" : origin.position(source),
                false);
    }

    @Override
    public void deserialize(SourceRecord record, Collector<RowChange> out) {
        Schema schema = record.valueSchema();
        if (record.value() == null || schema == null) {
            return;
        }
        if (schema.field("op") == null) {
            origin.columnsChanged(record)
                    .ifPresent(position -> watch.followed(position)
                            .ifPresent(followed ->
                                    follow(followed, ((Struct) record.value()).getStruct("source"), position, out)));
            return;
        }
        Struct envelope = (Struct) record.value();
        if (follower != null && follower.awaits()) {
            followSeen(envelope, out);
        }
        boolean met = follower == null || (records != null && records.containsKey(schema));
        TableRecords table = records(schema, envelope);
        if (!met) {
            followRow(table, envelope, out);
        }
        if (table.selected() != null) {
            decode(table, envelope, movesKey(table, envelope, record), out);
        }
    }

    /** Changes that were seen at a place of the log that this record is behind. */
    private void followSeen(Struct envelope, Collector<RowChange> out) {
        Struct source = envelope.getStruct("source");
        OptionalLong place = origin.place(source);
        if (isRead(envelope) || place.isEmpty()) {
            return;
        }
        String position = origin.position(source);
        for (ColumnWatch.Followed seen : follower.passed(place.getAsLong(), position)) {
            follow(seen, source, position, out);
        }
    }

    /** Changes that show in the columns of a row. */
    private void followRow(TableRecords table, Struct envelope, Collector<RowChange> out) {
        if (isRead(envelope) || table.selected() == null) {
            return;
        }
        Struct source = envelope.getStruct("source");
        String position = origin.position(source);
        follower.row(table.id(), table.rows().names(), position).ifPresent(seen -> follow(seen, source, position, out));
    }

    private static boolean isRead(Struct envelope) {
        return "r".equals(envelope.getString("op"));
    }

    /** @param source of the record that tells it */
    private void follow(ColumnWatch.Followed followed, Struct source, String position, Collector<RowChange> out) {
        TableId table = followed.table();
        List<ColumnChange> happened = followed.changes();
        for (ColumnChange change : happened) {
            if (change.kind() != ColumnChange.Kind.ADD
                    && selected.get(table).key().contains(change.name())) {
                throw ColumnWatch.altered(table, change.words(), position);
            }
        }
        reused().note(table, happened).ifPresent(change -> {
            throw ColumnWatch.altered(
                    table, change.words() + ", a name that another column gave up a moment before", position);
        });
        Long committed = source.getInt64("ts_ms");
        out.collect(new RowChange(
                ChangeKind.DDL,
                table,
                new RowKey(new byte[0]),
                null,
                ColumnChange.encode(ReusedNames.withoutReplaced(happened)),
                committed == null ? 0 : committed,
                position));
    }

    private ReusedNames reused() {
        if (reused == null) {
            reused = new ReusedNames();
        }
        return reused;
    }

    void follow(ColumnFollower columns) {
        this.follower = columns;
    }

    void saving(long checkpoint) {
        reused().saving(checkpoint);
    }

    void saved(long checkpoint) {
        reused().saved(checkpoint);
    }

    /** Whether the log says that this is one half of a change of a row's key. */
    private boolean movesKey(TableRecords table, Struct envelope, SourceRecord record) {
        if (table.transaction() != null) {
            Object current = ((Struct) envelope.get(table.source())).get(table.transaction());
            if (current == null) {
                return false;
            }
            if (taken == null) {
                taken = new TakenKeys();
            }
            taken.within(current);
        }
        return record.headers().lastWithName("__debezium.oldkey") != null
                || record.headers().lastWithName("__debezium.newkey") != null;
    }

    /**
     * For sources whose library looks at a change before it is decoded, and cannot take one without rows.
     *
     * @throws TapException {@code capture.table-truncated}, if that is what the record says of a selected table
     */
    public void refuseTruncate(SourceRecord record) {
        Schema schema = record.valueSchema();
        if (record.value() == null || schema == null || schema.field("op") == null) {
            return;
        }
        Struct envelope = (Struct) record.value();
        if ("t".equals(envelope.getString("op"))) {
            TableId table = origin.table(envelope.getStruct("source"));
            if (selected.containsKey(table)) {
                throw truncated(table, envelope);
            }
        }
    }

    private TapException truncated(TableId table, Struct envelope) {
        String position = origin.position(envelope.getStruct("source"));
        return TapException.of(CdcError.TABLE_TRUNCATED, "table", table, "position", position);
    }

    @Override
    public TypeInformation<RowChange> getProducedType() {
        return RowChangeTypeInfo.INSTANCE;
    }

    private void decode(TableRecords table, Struct envelope, boolean moved, Collector<RowChange> out) {
        String op = (String) envelope.get(table.op());
        Struct before = (Struct) envelope.get(table.before());
        Struct after = (Struct) envelope.get(table.after());
        switch (op) {
            case "r" -> out.collect(change(ChangeKind.READ, table, null, after, envelope));
            case "c" -> collect(change(ChangeKind.INSERT, table, null, after, envelope), table, moved, out);
            case "u" -> update(change(ChangeKind.UPDATE, table, before, after, envelope), table, out);
            case "d" -> collect(change(ChangeKind.DELETE, table, before, null, envelope), table, moved, out);
            case "t" -> throw truncated(table.id(), envelope);
            case "m" -> LOG.debug("skipped a logical decoding message");
            default -> throw new IllegalStateException("operation " + op + " of " + table.id());
        }
    }

    private void collect(RowChange change, TableRecords table, boolean moved, Collector<RowChange> out) {
        RowChange judged = table.transaction() == null || taken == null ? change : taken.judge(change, moved);
        out.collect(moved && judged == change ? change.asHalf() : judged);
    }

    // The log itself splits the change of a primary key, but not that of a declared one.
    private void update(RowChange change, TableRecords table, Collector<RowChange> out) {
        RowKey left = change.before() == null ? change.key() : key(table, change.before());
        if (left.equals(change.key())) {
            collect(change, table, false, out);
            return;
        }
        long committed = change.timestamp();
        String position = change.position();
        RowChange gone =
                new RowChange(ChangeKind.DELETE, change.table(), left, change.before(), null, committed, position);
        RowChange come = new RowChange(
                ChangeKind.INSERT, change.table(), change.key(), null, change.after(), committed, position);
        collect(gone, table, true, out);
        collect(come, table, true, out);
    }

    private RowChange change(ChangeKind kind, TableRecords table, Struct before, Struct after, Struct envelope) {
        boolean whole = table.selected().beforeImage() == BeforeImage.FULL;
        boolean marks = table.selected().marksUnsent();
        byte[] oldRow = before == null ? null : oldRow(table, before, whole);
        byte[] newRow = after == null ? null : table.rows().encode(after, whole ? before : null, marks);
        RowKey key = key(table, newRow == null ? oldRow : newRow);
        if (kind == ChangeKind.READ) {
            return new RowChange(kind, table.id(), key, null, newRow, 0, "");
        }
        Struct source = (Struct) envelope.get(table.source());
        Long committed = source.getInt64("ts_ms");
        return new RowChange(
                kind, table.id(), key, oldRow, newRow, committed == null ? 0 : committed, origin.position(source));
    }

    private byte[] oldRow(TableRecords table, Struct before, boolean whole) {
        try {
            return table.old(before, whole);
        } catch (TapException e) {
            if (!lenient) {
                throw e;
            }
            return table.old(before, false);
        }
    }

    private static RowKey key(TableRecords table, byte[] row) {
        KeyEncoding encoding = new KeyEncoding();
        RawRow cursor = new RawRow(row);
        for (String column : table.selected().key()) {
            if (!cursor.seek(column)) {
                throw TapException.of(CdcError.KEY_COLUMN_MISSING, "table", table.id(), "column", column);
            }
            encoding.add(cursor);
        }
        return encoding.key();
    }

    // By identity: Connect schemas compare deeply, and Debezium hands out one object per table and version.
    private TableRecords records(Schema schema, Struct envelope) {
        if (records == null) {
            records = new IdentityHashMap<>();
        }
        TableRecords known = records.get(schema);
        if (known == null) {
            if (records.size() >= MOST_SCHEMAS) {
                records.clear();
            }
            known = newRecords(schema, envelope);
            records.put(schema, known);
        }
        return known;
    }

    private TableRecords newRecords(Schema schema, Struct envelope) {
        Struct source = envelope.getStruct("source");
        TableId id = origin.table(source);
        Field after = schema.field("after");
        Selected wanted = selected.get(id);
        // Debezium's table filters ignore case, so a table that differs by case alone may come along.
        if (wanted == null
                && selected.keySet().stream().noneMatch(t -> t.toString().equalsIgnoreCase(id.toString()))) {
            throw TapException.of(CdcError.EVENT_TABLE_NOT_SELECTED, "table", id);
        }
        if (wanted != null) {
            List<String> names = after.schema().fields().stream()
                    .map(field -> origin.column(field.name()))
                    .toList();
            watch.changed(id, names).ifPresent(change -> {
                throw ColumnWatch.altered(
                        id, change, isRead(envelope) ? "seen while the table was read" : origin.position(source));
            });
        }
        return new TableRecords(
                id,
                wanted,
                schema.field("op"),
                schema.field("before"),
                after,
                schema.field("source"),
                wanted != null && wanted.beforeImage() == BeforeImage.FULL
                        ? schema.field("source").schema().field(TRANSACTION)
                        : null,
                new RowEncoder(id, after.schema(), origin));
    }

    private record Selected(List<String> key, BeforeImage beforeImage, boolean marksUnsent) implements Serializable {}

    /**
     * What is settled once for one version of one table.
     *
     * @param transaction null where no two rows can hold one key
     */
    private record TableRecords(
            TableId id,
            Selected selected,
            Field op,
            Field before,
            Field after,
            Field source,
            Field transaction,
            RowEncoder rows) {
        byte[] old(Struct row, boolean whole) {
            return whole ? rows.encode(row, null, false) : rows.encode(row, selected.key());
        }
    }
}
