package io.tapstate.connectors.postgres;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UnsentColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which columns PostgreSQL may keep outside of the row (TOAST): their values are not in the log when an update leaves them
 * alone. The server moves a value out only when that makes the row smaller: it must have more than 24 bytes, its header
 * included. The primary key is always sent: what is large in it comes with the old key.
 */
public final class ToastableColumns {
    private static final Pattern TYPE =
            Pattern.compile("([^(\\[]+)(?:\\((\\d+)(?:,-?\\d+)?\\))?(?: with(?:out)? time zone)?");
    private static final Set<String> NEVER = Set.of(
            "\"char\"",
            "name",
            "interval",
            "money",
            "xid8",
            "pg_lsn",
            "time with time zone",
            "macaddr",
            "macaddr8",
            "inet",
            "cidr",
            "point",
            "line",
            "lseg",
            "box",
            "circle",
            "tid");
    private static final Set<String> PLAIN =
            Set.of("text", "character varying", "character", "bytea", "json", "xml", "citext");
    private static final int SHORT_TEXT = 5;
    private static final int SHORT_NUMBER = 20;
    private static final int SHORT_BITS = 128;

    private ToastableColumns() {}

    /** @return empty where the table has none */
    public static UnsentColumns of(TableSchema table) {
        List<String> any = new ArrayList<>();
        List<String> large = new ArrayList<>();
        for (ColumnSchema column : table.columns()) {
            if (table.primaryKey().contains(column.name())) {
                continue;
            }
            switch (column.type()) {
                case STRING, BINARY, JSON, DECIMAL, ARRAY, MAP -> {
                    Matcher type = TYPE.matcher(column.nativeType());
                    boolean known = type.matches();
                    if (known && PLAIN.contains(type.group(1)) && !isShort(type)) {
                        large.add(column.name());
                    } else if (!known || !isShort(type)) {
                        any.add(column.name());
                    }
                }
                default -> {}
            }
        }
        return new UnsentColumns(any, large);
    }

    private static boolean isShort(Matcher type) {
        String name = type.group(1);
        if (NEVER.contains(name)) {
            return true;
        }
        int length = type.group(2) == null ? Integer.MAX_VALUE : Integer.parseInt(type.group(2));
        return switch (name) {
            case "character varying", "character" -> length <= SHORT_TEXT;
            case "numeric" -> length <= SHORT_NUMBER;
            case "bit", "bit varying" -> length <= SHORT_BITS;
            case "time" -> true;
            default -> name.startsWith("interval ");
        };
    }
}
