package io.tapstate.connectors.mysql.runtime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A character set of the server, read as the server itself reads it: Java's nearest one, and in {@code
 * MySqlCharset.txt} where the two differ. Each line of that file is a name, Java's name, and ranges {@code
 * bytes+count=character} in hexadecimal. A test compares every sequence with a real server and writes the file.
 */
final class MySqlCharset {
    private static final int THREE_BYTES = 0x8F;
    private static final Map<String, MySqlCharset> KNOWN = new ConcurrentHashMap<>();
    private static final Map<String, Charset> UNICODE = Map.of(
            "utf8", StandardCharsets.UTF_8,
            "utf8mb3", StandardCharsets.UTF_8,
            "utf8mb4", StandardCharsets.UTF_8,
            "ucs2", StandardCharsets.UTF_16BE,
            "utf16", StandardCharsets.UTF_16BE,
            "utf16le", StandardCharsets.UTF_16LE,
            "utf32", Charset.forName("UTF-32BE"));

    private final String name;
    private final Charset base;
    private final boolean unicode;
    /** By their one or two bytes, and by the last two of three. */
    private final char[] characters = new char[1 << Character.SIZE];

    private final char[] third;

    /** Characters that the server has in four bytes where Java has others, and the other way round in two bytes. */
    private final Map<Character, Character> swapped = new HashMap<>();

    private MySqlCharset(String name, Charset base, boolean unicode, boolean three) {
        this.name = name;
        this.base = base;
        this.unicode = unicode;
        this.third = new char[three ? 1 << Character.SIZE : 0];
    }

    /**
     * @param name the server's; null for a column that has none, which is UTF-8
     * @throws IllegalArgumentException if there is no such character set
     */
    static MySqlCharset of(String name) {
        String wanted = name == null ? "utf8mb4" : name.toLowerCase(Locale.ROOT);
        return KNOWN.computeIfAbsent(wanted, MySqlCharset::made);
    }

    private static MySqlCharset made(String name) {
        if (UNICODE.containsKey(name)) {
            return new MySqlCharset(name, UNICODE.get(name), true, false);
        }
        String[] line = lines().get(name);
        if (line == null) {
            throw new IllegalArgumentException("character set " + name);
        }
        return tabulated(name, Charset.forName(line[1]), Arrays.copyOfRange(line, 2, line.length));
    }

    /** @param differences from the base, as in the file */
    static MySqlCharset tabulated(String name, Charset base, String... differences) {
        MySqlCharset charset = new MySqlCharset(name, base, false, name.equals("ujis") || name.equals("eucjpms"));
        charset.fill();
        for (String difference : differences) {
            int plus = difference.indexOf('+');
            int equal = difference.indexOf('=');
            int bytes = Integer.parseInt(difference.substring(0, plus), 16);
            int count = Integer.parseInt(difference.substring(plus + 1, equal), 16);
            int character = Integer.parseInt(difference.substring(equal + 1), 16);
            for (int i = 0; i < count; i++) {
                char[] table = bytes > Character.MAX_VALUE ? charset.third : charset.characters;
                int place = bytes + i & 0xFFFF;
                charset.swapped.put((char) (character + i), table[place]);
                table[place] = (char) (character + i);
            }
        }
        return charset;
    }

    private static Map<String, String[]> lines() {
        Map<String, String[]> lines = new HashMap<>();
        try (InputStream file = MySqlCharset.class.getResourceAsStream("MySqlCharset.txt");
                BufferedReader reader = new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] words = line.split(" ");
                lines.put(words[0], words);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    private void fill() {
        for (int lead = 0; lead < 256; lead++) {
            if (length(lead, 0xFF) == 1) {
                characters[lead] = first(new byte[] {(byte) lead});
            } else {
                for (int trail = 0; trail < 256; trail++) {
                    byte[] two = {(byte) lead, (byte) trail};
                    characters[lead << 8 | trail] = first(two);
                    if (third.length > 0) {
                        third[lead << 8 | trail] = first(new byte[] {(byte) THREE_BYTES, (byte) lead, (byte) trail});
                    }
                }
            }
        }
    }

    /** What has no character the server makes a question mark of. */
    private char first(byte[] bytes) {
        char character = new String(bytes, base).charAt(0);
        return character == '\uFFFD' ? '?' : character;
    }

    String decode(byte[] bytes) {
        if (unicode) {
            return new String(bytes, base);
        }
        StringBuilder text = new StringBuilder(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            int lead = bytes[at] & 0xFF;
            int length = length(lead, at + 1 < bytes.length ? bytes[at + 1] & 0xFF : 0xFF);
            if (at + length > bytes.length) {
                throw new IllegalArgumentException("text ends within a character");
            }
            switch (length) {
                case 1 -> text.append(characters[lead]);
                case 2 -> text.append(characters[lead << 8 | bytes[at + 1] & 0xFF]);
                case 3 -> text.append(third[(bytes[at + 1] & 0xFF) << 8 | bytes[at + 2] & 0xFF]);
                default -> four(text, new String(bytes, at, length, base));
            }
            at += length;
        }
        return text.toString();
    }

    private void four(StringBuilder text, String character) {
        char first = character.charAt(0);
        if (character.length() == 1) {
            text.append(swapped.getOrDefault(first, first));
        } else {
            text.append(character);
        }
    }

    /** How many bytes a character has. */
    private int length(int lead, int next) {
        return switch (name) {
            case "sjis", "cp932" -> within(lead, 0x81, 0x9F) || within(lead, 0xE0, 0xFC) ? 2 : 1;
            case "big5" -> within(lead, 0xA1, 0xF9) ? 2 : 1;
            case "gb2312" -> within(lead, 0xA1, 0xF7) ? 2 : 1;
            case "gbk", "euckr" -> within(lead, 0x81, 0xFE) ? 2 : 1;
            case "ujis", "eucjpms" -> lead == THREE_BYTES ? 3 : lead == 0x8E || within(lead, 0xA1, 0xFE) ? 2 : 1;
            case "gb18030" -> !within(lead, 0x81, 0xFE) ? 1 : within(next, '0', '9') ? 4 : 2;
            default -> 1;
        };
    }

    private static boolean within(int value, int least, int most) {
        return value >= least && value <= most;
    }
}
