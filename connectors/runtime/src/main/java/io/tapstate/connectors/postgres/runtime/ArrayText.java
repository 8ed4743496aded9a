package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.ColumnWriter;
import io.tapstate.connectors.cdc.RowBytes;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes an array as the server prints it, {@code {{1,NULL},{"a,b",""}}}, as BSON arrays. An array whose indexes do not
 * begin at 1 begins with its bounds, {@code [0:1]={1,2}}; BSON has no place for them, so it stays that text.
 */
final class ArrayText implements ColumnWriter {
    private static final List<byte[]> INDEXES = new ArrayList<>();

    static {
        for (int i = 0; i < 1_000; i++) {
            INDEXES.add(RowBytes.name(Integer.toString(i)));
        }
    }

    private final char delimiter;
    private final ColumnWriter element;

    /** @param element writes one, from its text */
    ArrayText(char delimiter, ColumnWriter element) {
        this.delimiter = delimiter;
        this.element = element;
    }

    @Override
    public void write(RowBytes row, byte[] name, Object value) {
        String text = (String) value;
        if (text.charAt(0) == '[') {
            row.text(name, text);
        } else {
            array(row, name, text, 0);
        }
    }

    /** Writes the array that opens at an index; gives the index after its closing. */
    private int array(RowBytes row, byte[] name, String text, int open) {
        int start = row.openArray(name);
        int at = open + 1;
        for (int i = 0; text.charAt(at) != '}'; i++) {
            if (text.charAt(at) == delimiter) {
                at++;
            }
            at = item(row, index(i), text, at);
        }
        row.close(start);
        return at + 1;
    }

    private int item(RowBytes row, byte[] name, String text, int at) {
        return switch (text.charAt(at)) {
            case '{' -> array(row, name, text, at);
            case '"' -> quoted(row, name, text, at + 1);
            default -> plain(row, name, text, at);
        };
    }

    private int plain(RowBytes row, byte[] name, String text, int from) {
        int end = from;
        while (text.charAt(end) != delimiter && text.charAt(end) != '}') {
            end++;
        }
        String item = text.substring(from, end);
        if (item.equals("NULL")) {
            row.nothing(name);
        } else {
            element.write(row, name, item);
        }
        return end;
    }

    private int quoted(RowBytes row, byte[] name, String text, int from) {
        StringBuilder item = new StringBuilder();
        int at = from;
        for (; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            item.append(text.charAt(at));
        }
        element.write(row, name, item.toString());
        return at + 1;
    }

    private static byte[] index(int index) {
        return index < INDEXES.size() ? INDEXES.get(index) : RowBytes.name(Integer.toString(index));
    }
}
