package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.cdc.RowBytes;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Writes an hstore as the server prints it, {@code "a"=>"1", "b"=>NULL}, as a sub-document with keys in byte order. */
final class HstoreText {
    private final String text;
    private int at;

    private HstoreText(String text) {
        this.text = text;
    }

    static void write(RowBytes row, byte[] name, Object value) {
        int start = row.openDocument(name);
        new HstoreText((String) value).pairs().forEach((key, held) -> {
            if (held == null) {
                row.nothing(key);
            } else {
                row.text(key, held);
            }
        });
        row.close(start);
    }

    private Map<byte[], String> pairs() {
        Map<byte[], String> pairs = new TreeMap<>(Arrays::compareUnsigned);
        while (at < text.length()) {
            String key = quoted();
            at += "=>".length();
            if (text.charAt(at) == '"') {
                pairs.put(RowBytes.name(key), quoted());
            } else {
                pairs.put(RowBytes.name(key), null);
                at += "NULL".length();
            }
            at += ", ".length();
        }
        return pairs;
    }

    private String quoted() {
        StringBuilder item = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            if (text.charAt(at) == '\\') {
                at++;
            }
            item.append(text.charAt(at));
        }
        at++;
        return item.toString();
    }
}
