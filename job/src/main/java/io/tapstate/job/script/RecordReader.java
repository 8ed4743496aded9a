package io.tapstate.job.script;

import static io.tapstate.job.script.ScriptOutput.invalid;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.graalvm.polyglot.Value;

/**
 * Takes a record from a script and makes changes of it, or refuses it with {@code transform.script-output-invalid}.
 *
 * <p><b>Contract.</b> The key is computed anew from the columns that identify rows of {@code src}. An update whose old
 * image has another key leaves as a delete and an insert, as it would have come from a source. Inserts carry no
 * {@code before}, deletes no {@code after}. Without {@code ts} or {@code src} the incoming change's are taken.
 */
final class RecordReader {
    private final ScriptRealm realm;
    private final List<ScriptOrigin> origins;

    RecordReader(ScriptRealm realm, List<ScriptOrigin> origins) {
        this.realm = realm;
        this.origins = origins;
    }

    void read(Value record, ScriptInput input, Consumer<RowChange> out) {
        demandRecord(record);
        ChangeKind kind = kind(record);
        long timestamp = timestamp(record, input.change().timestamp());
        byte[] before = image(record, "before", input);
        byte[] after = image(record, "after", input);
        demandObjectOrNull("schema", record.getMember("schema"));
        byte[] image = kind == ChangeKind.DELETE ? before : after;
        if (image == null) {
            throw invalid("`op` is `" + kind.letter() + "`, and `" + (kind == ChangeKind.DELETE ? "before" : "after")
                    + "` is null");
        }
        ScriptOrigin origin = origin(record, input.change().table(), image);
        TableId table = origin.table();
        RowKey key = origin.key().isEmpty() ? input.change().key() : key(kind, image, origin);
        String position = input.change().position();
        switch (kind) {
            case READ, INSERT -> out.accept(new RowChange(kind, table, key, null, after, timestamp, position));
            case DDL -> throw invalid("`op` is `ddl`, which a change of a row cannot become");
            case DELETE -> out.accept(new RowChange(kind, table, key, before, null, timestamp, position));
            case UPDATE -> {
                Optional<RowKey> old = before == null || origin.key().isEmpty()
                        ? Optional.empty()
                        : KeyEncoding.of(before, origin.key());
                if (old.isPresent() && !old.get().equals(key)) {
                    out.accept(new RowChange(ChangeKind.DELETE, table, old.get(), before, null, timestamp, position));
                    out.accept(new RowChange(ChangeKind.INSERT, table, key, null, after, timestamp, position));
                } else {
                    out.accept(new RowChange(kind, table, key, before, after, timestamp, position));
                }
            }
        }
    }

    private void demandRecord(Value record) {
        if (!record.hasMembers() || record.canExecute() || !realm.kind(record).equals("object")) {
            throw invalid("it is " + ScriptOutput.article(ScriptOutput.typeName(record)));
        }
    }

    private static ChangeKind kind(Value record) {
        Value op = record.getMember("op");
        if (op != null && op.isString()) {
            for (ChangeKind kind : ChangeKind.values()) {
                if (kind.letter().equals(op.asString())) {
                    return kind;
                }
            }
            if (op.asString().equals("ddl")) {
                throw invalid("`op` is `ddl`, which a change of a row cannot become");
            }
        }
        throw invalid("`op` is none of `r`, `i`, `u` and `d`");
    }

    private static long timestamp(Value record, long otherwise) {
        Value ts = record.getMember("ts");
        if (ts == null || ts.isNull()) {
            return otherwise;
        }
        if (!ts.isNumber() || !ts.fitsInLong()) {
            throw invalid("`ts` is no whole number of milliseconds");
        }
        return ts.asLong();
    }

    private byte[] image(Value record, String slot, ScriptInput input) {
        Value image = record.getMember(slot);
        return demandObjectOrNull(slot, image)
                ? ScriptOutput.document(realm, input, slot, image, input.origin(slot.equals("after")))
                : null;
    }

    /** Whether it is an object. */
    private boolean demandObjectOrNull(String slot, Value value) {
        if (value == null || value.isNull()) {
            return false;
        }
        if (!value.hasMembers() || value.canExecute() || !realm.kind(value).equals("object")) {
            throw invalid("`" + slot + "` is " + ScriptOutput.article(ScriptOutput.typeName(value))
                    + ", not an object or null");
        }
        return true;
    }

    private ScriptOrigin origin(Value record, TableId incoming, byte[] image) {
        Value src = record.getMember("src");
        boolean absent = src == null || src.isNull();
        if (!absent && !src.isString()) {
            throw invalid("`src` is no text");
        }
        String name = absent ? incoming.name() : src.asString();
        List<ScriptOrigin> named = origins.stream()
                .filter(origin -> origin.table().name().equals(name))
                .toList();
        if (named.isEmpty()) {
            throw invalid("`src` is `" + name + "`, and the step reads "
                    + String.join(
                            ", ", origins.stream().map(o -> o.table().name()).toList()));
        }
        // Two sources may have tables of one name; the columns tell which key is meant.
        ScriptOrigin origin = named.stream()
                .filter(candidate -> candidate.table().equals(incoming))
                .findFirst()
                .or(() -> named.stream()
                        .filter(candidate -> missing(image, candidate.key()).isEmpty())
                        .findFirst())
                .orElse(named.get(0));
        return origin;
    }

    private static RowKey key(ChangeKind kind, byte[] image, ScriptOrigin origin) {
        String slot = kind == ChangeKind.DELETE ? "before" : "after";
        try {
            return KeyEncoding.of(image, origin.key())
                    .orElseThrow(() -> invalid("`" + slot + "` has no value in " + missing(image, origin.key())
                            + ", which identifies rows of `" + origin.table().name() + "`"));
        } catch (IllegalArgumentException e) {
            throw TapException.because(
                    e,
                    ScriptError.OUTPUT_INVALID,
                    "detail",
                    "`" + slot + "` has an object or an array in " + String.join(", ", origin.key())
                            + ", which identifies rows of `" + origin.table().name() + "`");
        }
    }

    private static String missing(byte[] image, List<String> key) {
        RawRow cursor = new RawRow(image);
        return String.join(
                ", ",
                key.stream()
                        .filter(column -> !cursor.seek(column) || cursor.type() == 0x0A)
                        .toList());
    }
}
