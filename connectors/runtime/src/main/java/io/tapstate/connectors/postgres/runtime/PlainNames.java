package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.runtime.SourceRequest;

/**
 * The names that the library gets to see. It splits names at dots, spaces and quotes, takes them for patterns and compares
 * them without regard to case; so it is told of names that are made of small letters, digits and single underscores only,
 * and everything else in a name is spelled out. What the server is asked has the names as they are.
 *
 * <p>An ordinary name stays as it is. Any other character is written as its number, {@code __20_} for a space; an
 * underscore stays where a small letter or a digit follows, so that {@code __} always begins such a number.
 */
final class PlainNames {
    private static final int HEXADECIMAL = 16;

    private PlainNames() {}

    static String plain(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i = name.offsetByCodePoints(i, 1)) {
            int letter = name.codePointAt(i);
            boolean stays = letter == '_'
                    ? i + 1 < name.length() && isPlain(name.charAt(i + 1))
                    : isPlain(letter) && (i > 0 || letter > '9');
            if (stays) {
                plain.append((char) letter);
            } else {
                plain.append("__").append(Integer.toHexString(letter)).append('_');
            }
        }
        return plain.toString();
    }

    /** What {@link #plain(String)} was told. */
    static String real(String plain) {
        if (!plain.contains("__")) {
            return plain;
        }
        StringBuilder name = new StringBuilder(plain.length());
        int i = 0;
        while (i < plain.length()) {
            if (plain.startsWith("__", i)) {
                int end = plain.indexOf('_', i + 2);
                name.appendCodePoint(Integer.parseInt(plain, i + 2, end, HEXADECIMAL));
                i = end + 1;
            } else {
                name.append(plain.charAt(i));
                i++;
            }
        }
        return name.toString();
    }

    static SourceRequest.Table plain(SourceRequest.Table table) {
        return new SourceRequest.Table(
                new TableId(plain(table.id().namespace()), plain(table.id().name())),
                table.key().stream().map(PlainNames::plain).toList(),
                table.beforeImage(),
                table.rowEstimate(),
                table.ddl(),
                table.marksUnsent(),
                table.replayed());
    }

    static TableId real(io.debezium.relational.TableId plain) {
        return new TableId(real(plain.schema()), real(plain.table()));
    }

    /** The table of a plain name, in a statement. */
    static String quoted(io.debezium.relational.TableId plain) {
        return quotedColumn(plain.schema()) + "." + quotedColumn(plain.table());
    }

    /** The column of a plain name, in a statement. */
    static String quotedColumn(String plain) {
        return '"' + real(plain).replace("\"", "\"\"") + '"';
    }

    private static boolean isPlain(int letter) {
        return letter >= 'a' && letter <= 'z' || letter >= '0' && letter <= '9';
    }
}
