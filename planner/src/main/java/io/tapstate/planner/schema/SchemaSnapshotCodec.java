package io.tapstate.planner.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The file of a {@link SchemaSnapshot}: canonical JSON in UTF-8, so that equal snapshots are equal bytes. Fixed order of
 * fields, tables sorted, one line per column, index and key, so that a change of one column is a diff of one line.
 *
 * <pre>{@code
 * {
 *   "format": "tapstate.schema/1",
 *   "source": "shop",
 *   "connector": "mysql",
 *   "tables": [
 *     {
 *       "namespace": "shop",
 *       "name": "orders",
 *       "row_estimate": 1200,
 *       "before_image": "full",
 *       "primary_key": ["id"],
 *       "unique_indexes": [
 *         {"name": "by_number", "columns": ["number"]}
 *       ],
 *       "columns": [
 *         {"name": "id", "type": "integer", "native": "int", "nullable": false},
 *         {"name": "number", "type": "string", "native": "varchar(20)", "nullable": true}
 *       ]
 *     }
 *   ]
 * }
 * }</pre>
 *
 * {@code row_estimate} is left out where the database has none, and {@code foreign_keys} where no key changes rows of the
 * table by itself; a key is {@code {"name": "of", "columns": ["order_id"], "parent": ["shop", "orders"], "referenced":
 * ["id"], "on_delete": "cascade", "on_update": "none"}}. {@code type} is a {@link
 * io.tapstate.connectors.api.ColumnType} in lower case.
 */
public final class SchemaSnapshotCodec {
    /** The first thing a reader looks at; a reader refuses every format it does not know. */
    public static final String FORMAT = "tapstate.schema/1";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private SchemaSnapshotCodec() {}

    /** The canonical bytes. */
    public static byte[] write(SchemaSnapshot snapshot) {
        StringBuilder text = new StringBuilder("{\n");
        text.append("  \"format\": ").append(quoted(FORMAT)).append(",\n");
        text.append("  \"source\": ").append(quoted(snapshot.source())).append(",\n");
        text.append("  \"connector\": ").append(quoted(snapshot.connector())).append(",\n");
        text.append("  \"tables\": ").append(lines("  ", snapshot.tables(), SchemaSnapshotCodec::table));
        return text.append("\n}\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The snapshot that {@link #write} wrote. The order of fields and the white space do not matter, everything else
     * does: a missing, unknown, repeated or mistyped field is damage, and so is a key over a column there is not.
     *
     * @param path the file, as faults name it
     * @throws TapException {@code schema.snapshot-format-unknown}, {@code schema.snapshot-unreadable}
     */
    public static SchemaSnapshot read(String path, byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            return new SnapshotReader(path).snapshot(JSON.readTree(text));
        } catch (CharacterCodingException e) {
            throw unreadable(path, "it is not UTF-8 text", e);
        } catch (JsonProcessingException e) {
            // Jackson's text would quote the source; the place is enough.
            String place = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            throw unreadable(path, "it is not JSON" + place, e);
        }
    }

    static TapException unreadable(String path, String reason, Exception cause) {
        return TapException.because(cause, SchemaError.UNREADABLE, "path", path, "reason", reason);
    }

    /** The text of an enum constant in the file. */
    static String text(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String table(TableSchema table) {
        List<String> fields = new ArrayList<>();
        fields.add("\"namespace\": " + quoted(table.id().namespace()));
        fields.add("\"name\": " + quoted(table.id().name()));
        table.rowEstimate().ifPresent(rows -> fields.add("\"row_estimate\": " + rows));
        fields.add("\"before_image\": " + quoted(text(table.beforeImage())));
        fields.add("\"primary_key\": " + names(table.primaryKey()));
        fields.add("\"unique_indexes\": " + lines("      ", table.uniqueIndexes(), SchemaSnapshotCodec::index));
        fields.add("\"columns\": " + lines("      ", table.columns(), SchemaSnapshotCodec::column));
        if (!table.foreignKeys().isEmpty()) {
            fields.add("\"foreign_keys\": " + lines("      ", table.foreignKeys(), SchemaSnapshotCodec::foreignKey));
        }
        return "{\n      " + String.join(",\n      ", fields) + "\n    }";
    }

    private static String index(UniqueIndex index) {
        return "{\"name\": " + quoted(index.name()) + ", \"columns\": " + names(index.columns()) + "}";
    }

    private static String column(ColumnSchema column) {
        return "{\"name\": " + quoted(column.name()) + ", \"type\": " + quoted(text(column.type())) + ", \"native\": "
                + quoted(column.nativeType()) + ", \"nullable\": " + column.nullable() + "}";
    }

    private static String foreignKey(ForeignKey key) {
        return "{\"name\": " + quoted(key.name()) + ", \"columns\": " + names(key.columns()) + ", \"parent\": "
                + names(List.of(key.parent().namespace(), key.parent().name())) + ", \"referenced\": "
                + names(key.referenced()) + ", \"on_delete\": " + quoted(text(key.onDelete()))
                + ", \"on_update\": " + quoted(text(key.onUpdate())) + "}";
    }

    private static String names(List<String> names) {
        return "["
                + String.join(
                        ", ", names.stream().map(SchemaSnapshotCodec::quoted).toList()) + "]";
    }

    private static <T> String lines(String indent, List<T> items, Function<T, String> form) {
        if (items.isEmpty()) {
            return "[]";
        }
        String separator = ",\n" + indent + "  ";
        return "[\n" + indent + "  "
                + String.join(separator, items.stream().map(form).toList()) + "\n" + indent + "]";
    }

    private static String quoted(String text) {
        try {
            return JSON.writeValueAsString(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
