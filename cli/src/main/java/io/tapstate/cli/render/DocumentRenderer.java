package io.tapstate.cli.render;

import java.time.Instant;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;

/** Documents as relaxed extended JSON, in one line or laid out; small arrays of small rows stay one line a row. */
public final class DocumentRenderer {
    private static final int WIDTH = 100;
    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final JsonWriterSettings EXACT =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();
    private static final JsonWriterSettings READABLE = JsonWriterSettings.builder()
            .outputMode(JsonMode.RELAXED)
            .decimal128Converter((value, writer) -> writer.writeNumber(value.toString()))
            .dateTimeConverter((value, writer) ->
                    writer.writeString(Instant.ofEpochMilli(value).toString()))
            .objectIdConverter((value, writer) -> writer.writeString(value.toHexString()))
            .build();

    private DocumentRenderer() {}

    /** Machine form: one line of relaxed extended JSON, every type kept. */
    public static String json(BsonDocument document) {
        return document.toJson(RELAXED);
    }

    /** One line that shows every type and the order of fields: for comparing. */
    public static String canonical(BsonDocument document) {
        return document.toJson(EXACT);
    }

    /** One line for people: decimals, dates and object ids without their type wrappers. */
    public static String line(BsonDocument document) {
        return document.toJson(READABLE);
    }

    /** Laid out for people: what fits into a line stays in one. */
    public static String pretty(BsonDocument document) {
        StringBuilder text = new StringBuilder();
        write(text, document, 0, 0);
        return text.toString();
    }

    /** One value as {@link #line} prints it. */
    public static String value(BsonValue value) {
        String wrapped = new BsonDocument("v", value).toJson(READABLE);
        return wrapped.substring("{\"v\": ".length(), wrapped.length() - 1);
    }

    private static void write(StringBuilder text, BsonValue value, int depth, int used) {
        String line = value(value);
        boolean fits = depth > 0 && 2 * depth + used + line.length() <= WIDTH;
        if (fits || !(value.isDocument() || value.isArray())) {
            text.append(line);
        } else if (value.isDocument()) {
            writeFields(text, value.asDocument(), depth);
        } else {
            writeItems(text, value.asArray(), depth);
        }
    }

    private static void writeFields(StringBuilder text, BsonDocument document, int depth) {
        text.append("{");
        String separator = "\n";
        for (var field : document.entrySet()) {
            String name = value(new BsonString(field.getKey()));
            text.append(separator).append("  ".repeat(depth + 1)).append(name).append(": ");
            write(text, field.getValue(), depth + 1, name.length() + 2);
            separator = ",\n";
        }
        text.append(document.isEmpty() ? "}" : "\n" + "  ".repeat(depth) + "}");
    }

    private static void writeItems(StringBuilder text, BsonArray items, int depth) {
        text.append("[");
        String separator = "\n";
        for (BsonValue item : items) {
            text.append(separator).append("  ".repeat(depth + 1));
            write(text, item, depth + 1, 0);
            separator = ",\n";
        }
        text.append(items.isEmpty() ? "]" : "\n" + "  ".repeat(depth) + "]");
    }
}
