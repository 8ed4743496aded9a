package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every sequence of bytes that the server takes for one character, in every character set it has. Run with {@code
 * -Dcharsets.update=true} to write down what differs from Java's character sets.
 */
class MySqlCharsetIT {
    private static final Path FILE =
            Path.of("src/main/resources/io/tapstate/connectors/mysql/runtime/MySqlCharset.txt");

    private static final Map<String, String> BASES = Map.of(
            "sjis", "Shift_JIS",
            "cp932", "windows-31j",
            "ujis", "EUC-JP",
            "eucjpms", "x-eucJP-Open",
            "gb2312", "GB2312",
            "gbk", "x-mswin-936",
            "big5", "Big5",
            "euckr", "x-windows-949",
            "gb18030", "GB18030");

    private static final String UNICODE = "binary utf8 utf8mb3 utf8mb4 ucs2 utf16 utf16le utf32";

    @Test
    void bytesAreReadAsTheServerReadsThem() throws Exception {
        List<String> differences = new ArrayList<>();
        StringBuilder file = new StringBuilder();
        boolean update = Boolean.getBoolean("charsets.update");
        try (TestDatabase database = TestDatabases.freshMySql("charsets");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE byte (n int PRIMARY KEY, b varbinary(1))");
            for (int i = 0; i < 256; i++) {
                statement.execute("INSERT INTO byte VALUES (" + i + ", x'" + String.format("%02x", i) + "')");
            }
            for (String name : names(statement)) {
                Charset base = Charset.forName(BASES.getOrDefault(name, "ISO-8859-1"));
                TreeMap<Integer, Character> server = characters(statement, name);
                assertThat(server).as("characters of %s", name).hasSizeGreaterThanOrEqualTo(128);
                if (update) {
                    file.append(line(name, base, server));
                } else {
                    compare(name, MySqlCharset.of(name), server, differences);
                }
            }
        }
        if (update) {
            Files.writeString(FILE, file);
        }
        assertThat(update)
                .as("the file was written; run again without the flag")
                .isFalse();
        assertThat(differences).isEmpty();
    }

    @Test
    void allOfUnicodeIsReadThroughFourBytes() throws Exception {
        try (TestDatabase database = TestDatabases.freshMySql("charsets");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (c varchar(250) CHARACTER SET gb18030, b varbinary(1000))");
            StringBuilder all = new StringBuilder();
            for (int c = 0x80; c <= 0x10FFFF; c += c < 0x10000 ? 1 : 997) {
                if (c < 0xD800 || c > 0xDFFF) {
                    all.appendCodePoint(c);
                }
            }
            int[] points = all.codePoints().toArray();
            for (int from = 0; from < points.length; from += 200) {
                String part = new String(points, from, Math.min(200, points.length - from));
                try (var insert = connection.prepareStatement("INSERT INTO t (c) VALUES (?)")) {
                    insert.setString(1, part);
                    insert.execute();
                }
            }
            MySqlCharset charset = MySqlCharset.of("gb18030");
            try (ResultSet row = statement.executeQuery("SELECT CONVERT(c USING utf8mb4), CAST(c AS BINARY) FROM t")) {
                int rows = 0;
                while (row.next()) {
                    assertThat(charset.decode(row.getBytes(2))).isEqualTo(row.getString(1));
                    rows++;
                }
                assertThat(rows).isGreaterThan(300);
            }
        }
    }

    private static List<String> names(Statement statement) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet row =
                statement.executeQuery("SELECT character_set_name FROM information_schema.character_sets ORDER BY 1")) {
            while (row.next()) {
                names.add(row.getString(1));
            }
        }
        names.removeAll(List.of(UNICODE.split(" ")));
        return names;
    }

    /** By bytes. Where the server makes no single character of them, they are none. */
    private static TreeMap<Integer, Character> characters(Statement statement, String name) throws SQLException {
        TreeMap<Integer, Character> characters = new TreeMap<>();
        add(statement, name, "x.b", "byte x", characters);
        if (BASES.containsKey(name)) {
            add(statement, name, "CONCAT(x.b, y.b)", "byte x, byte y WHERE x.n >= 128 AND x.n <> 143", characters);
            if (!name.equals("ujis") && !name.equals("eucjpms")) {
                add(statement, name, "CONCAT(x.b, y.b)", "byte x, byte y WHERE x.n = 143", characters);
            } else {
                add(
                        statement,
                        name,
                        "CONCAT(x'8f', x.b, y.b)",
                        "byte x, byte y WHERE x.n >= 161 AND y.n >= 161",
                        characters);
            }
        }
        return characters;
    }

    private static void add(
            Statement statement, String name, String bytes, String from, Map<Integer, Character> characters)
            throws SQLException {
        String text = "CONVERT(" + bytes + " USING " + name + ")";
        String sql = "SELECT HEX(" + bytes + "), CONVERT(" + text + " USING utf8mb4) FROM " + from
                + (from.contains("WHERE") ? " AND" : " WHERE") + " CHAR_LENGTH(" + text + ") = 1 AND LENGTH(" + text
                + ") = LENGTH(" + bytes + ")";
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                if (row.getString(2) != null && row.getString(2).length() == 1) {
                    characters.put(
                            Integer.parseInt(row.getString(1), 16),
                            row.getString(2).charAt(0));
                }
            }
        }
    }

    private static void compare(
            String name, MySqlCharset charset, TreeMap<Integer, Character> server, List<String> differences) {
        server.forEach((bytes, character) -> {
            String read = charset.decode(bytes(bytes));
            if (!read.equals(String.valueOf(character))) {
                differences.add(name + " " + Integer.toHexString(bytes) + ": the server reads "
                        + Integer.toHexString(character) + ", we " + hex(read));
            }
        });
    }

    private static String hex(String text) {
        StringBuilder hex = new StringBuilder();
        text.chars().forEach(c -> hex.append(Integer.toHexString(c)).append(' '));
        return hex.toString();
    }

    private static byte[] bytes(int value) {
        return value < 0x100
                ? new byte[] {(byte) value}
                : value < 0x10000
                        ? new byte[] {(byte) (value >> 8), (byte) value}
                        : new byte[] {(byte) (value >> 16), (byte) (value >> 8), (byte) value};
    }

    private static String line(String name, Charset base, TreeMap<Integer, Character> server) {
        MySqlCharset plain = MySqlCharset.tabulated(name, base);
        TreeMap<Integer, Character> different = new TreeMap<>();
        server.forEach((bytes, character) -> {
            if (!plain.decode(bytes(bytes)).equals(String.valueOf(character))) {
                different.put(bytes, character);
            }
        });
        StringBuilder line = new StringBuilder(name + " " + base.name());
        int start = -1;
        int count = 0;
        for (var entry : different.entrySet()) {
            boolean follows =
                    start >= 0 && entry.getKey() == start + count && entry.getValue() == different.get(start) + count;
            if (!follows) {
                append(line, start, count, different);
                start = entry.getKey();
                count = 0;
            }
            count++;
        }
        append(line, start, count, different);
        return line.append('\n').toString();
    }

    private static void append(StringBuilder line, int start, int count, TreeMap<Integer, Character> characters) {
        if (start >= 0) {
            line.append(' ')
                    .append(Integer.toHexString(start))
                    .append('+')
                    .append(Integer.toHexString(count))
                    .append('=')
                    .append(Integer.toHexString(characters.get(start)));
        }
    }
}
