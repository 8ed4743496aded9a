package io.tapstate.connectors.mysql.runtime;

import io.debezium.relational.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what only a column's definition makes text of. It is looked up at the first value: while schemas are built the
 * definition may still be the one before a change.
 */
final class CapturedColumn {
    private final String watch;
    private final String table;
    private final String name;
    private MySqlCharset charset;
    private List<String> members;

    CapturedColumn(String watch, String table, String name) {
        this.watch = watch;
        this.table = table;
        this.name = name;
    }

    private Column definition() {
        Column column = CapturedColumns.column(watch, table, name);
        if (column == null) {
            throw new IllegalStateException("no column " + name + " of " + table + " was noted");
        }
        return column;
    }

    /** The log has bytes of the column's character set, a query has text. */
    String text(Object value) {
        if (value instanceof String text) {
            return text;
        }
        if (charset == null) {
            charset = MySqlCharset.of(definition().charsetName());
        }
        return charset.decode((byte[]) value);
    }

    /** The log has the number of an enumeration's text, counted from 1; 0 is the value that was refused, and empty. */
    String member(Object value) {
        if (value instanceof String text) {
            return text;
        }
        int number = ((Number) value).intValue();
        return number == 0 ? "" : members().get(number - 1);
    }

    /** The log has a bit for each text. */
    String members(Object value) {
        if (value instanceof String text) {
            return text;
        }
        long bits = ((Number) value).longValue();
        List<String> in = new ArrayList<>();
        for (int i = 0; i < Long.SIZE; i++) {
            if ((bits >>> i & 1) == 1) {
                in.add(members().get(i));
            }
        }
        return String.join(",", in);
    }

    private List<String> members() {
        if (members == null) {
            members = definition().enumValues().stream()
                    .map(CapturedColumn::unquoted)
                    .toList();
        }
        return members;
    }

    /** @param literal as the definition has it, in quotes */
    private static String unquoted(String literal) {
        int first = literal.indexOf('\'');
        int last = literal.lastIndexOf('\'');
        if (first < 0 || last == first) {
            return literal;
        }
        StringBuilder text = new StringBuilder();
        for (int i = first + 1; i < last; i++) {
            char c = literal.charAt(i);
            if (c == '\'' && literal.charAt(i + 1) == '\'' && i + 1 < last) {
                i++;
            } else if (c == '\\' && i + 1 < last) {
                c = escaped(literal.charAt(++i));
            }
            text.append(c);
        }
        return text.toString();
    }

    private static char escaped(char c) {
        return switch (c) {
            case '0' -> '\0';
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> '\u001A';
            default -> c;
        };
    }
}
