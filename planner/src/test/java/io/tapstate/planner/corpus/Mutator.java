package io.tapstate.planner.corpus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Breaks a text the way people, editors and attackers do. The same random numbers give the same text. */
final class Mutator {
    private static final List<String> VALUES = List.of(
            "",
            "~",
            "[]",
            "{}",
            "true",
            "no",
            "0",
            "-1",
            "0o17",
            "1e999",
            ".nan",
            "99999999999999999999",
            "\"\"",
            "' '",
            "[[]]",
            "{a: {b: [c]}}",
            "- x",
            "? x",
            "*x",
            "&x y",
            "!!str 5",
            "!!set {a}",
            "|",
            ">-",
            "\"\\u0000\"",
            "%",
            "@",
            "`",
            "${X}",
            "${var:X:}",
            "${",
            "${var:X}",
            "$",
            "$id",
            "=",
            "=after.",
            "=1/0",
            "/",
            "//",
            "/(/",
            "/.*/",
            "/(a+)+$/",
            "after.id == ",
            "\"a\" + 1",
            "function process(",
            "SELECT",
            "a.b",
            "a.b.c",
            ".",
            "..",
            "_id",
            "orders",
            "shop.orders",
            "id",
            "[id, id]",
            "tapstate/v2",
            "cdc",
            "array",
            "flat",
            "append",
            "upsert");
    private static final List<String> CHARACTERS = List.of(
            "\t",
            "\r",
            "\u0000",
            "\u0007",
            "\u0085",
            "\u00a0",
            "\u2028",
            "\u202e",
            "\ufeff",
            "\ufffe",
            "\ud800",
            "\udc00",
            "\ud83d\ude00",
            "\udb80\udc00",
            "\udbc0\udc00",
            "e\u0301",
            "\u0130",
            "\u0131",
            "\u212a",
            ":",
            "#",
            "'",
            "\"",
            "{",
            "}",
            "[",
            "]",
            ",",
            "&",
            "*",
            "!",
            "|",
            ">",
            "%",
            "-",
            "?",
            "\\",
            "\n",
            " ");
    private static final Pattern VALUE = Pattern.compile("(?<=[:\\[,-] )[^\\s,\\]}{\\[][^\\n,\\]}]*");
    private static final Pattern KEY = Pattern.compile("[A-Za-z_]+(?=:)");
    private static final int LARGE = 10_000_000;

    private final Random random;
    private final List<String> others;
    private final List<UnaryOperator<String>> changes;

    /** @param others texts that pieces may come from */
    Mutator(long seed, List<String> others) {
        this.random = new Random(seed);
        this.others = others;
        this.changes = List.of(
                this::truncated,
                this::flipped,
                this::flipped,
                this::withoutRange,
                this::withoutLine,
                this::withoutLine,
                this::withLineTwice,
                this::withLinesSwapped,
                this::withLineIndented,
                this::withTab,
                this::withOddCharacter,
                this::withOddCharacter,
                text -> text.replace("\n", "\r\n"),
                text -> text.replace("\n", "\r"),
                this::withValue,
                this::withValue,
                this::withValue,
                this::withValuesSwapped,
                this::withKeyRenamed,
                this::withKeyRenamed,
                this::withAnchor,
                this::withPieceOfOther,
                this::withDepth,
                this::withBomb);
    }

    String mutated(String text) {
        String changed = text;
        for (int i = random.nextInt(3); i >= 0; i--) {
            changed = changes.get(random.nextInt(changes.size())).apply(changed);
        }
        return random.nextInt(1000) == 0 ? large(changed) : changed;
    }

    private String truncated(String text) {
        return text.substring(0, at(text));
    }

    /** One bit of one byte; what is no UTF-8 afterwards comes in as U+FFFD. */
    private String flipped(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) {
            return text;
        }
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private String withoutRange(String text) {
        int from = at(text);
        return text.substring(0, from) + text.substring(Math.min(text.length(), from + random.nextInt(40)));
    }

    private String withoutLine(String text) {
        List<String> lines = lines(text);
        lines.remove(random.nextInt(lines.size()));
        return String.join("\n", lines);
    }

    private String withLineTwice(String text) {
        List<String> lines = lines(text);
        lines.add(random.nextInt(lines.size()), lines.get(random.nextInt(lines.size())));
        return String.join("\n", lines);
    }

    private String withLinesSwapped(String text) {
        List<String> lines = lines(text);
        Collections.swap(lines, random.nextInt(lines.size()), random.nextInt(lines.size()));
        return String.join("\n", lines);
    }

    private String withLineIndented(String text) {
        List<String> lines = lines(text);
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        lines.set(at, random.nextBoolean() ? " ".repeat(1 + random.nextInt(6)) + line : line.strip());
        return String.join("\n", lines);
    }

    private String withTab(String text) {
        List<String> lines = lines(text);
        int at = random.nextInt(lines.size());
        lines.set(at, "\t" + lines.get(at).strip());
        return String.join("\n", lines);
    }

    private String withOddCharacter(String text) {
        return inserted(text, pick(CHARACTERS));
    }

    private String withValue(String text) {
        return replaced(text, VALUE, pick(VALUES));
    }

    private String withValuesSwapped(String text) {
        List<MatchResult> values = VALUE.matcher(text).results().toList();
        return values.isEmpty()
                ? text
                : replaced(
                        text, VALUE, values.get(random.nextInt(values.size())).group());
    }

    private String withKeyRenamed(String text) {
        List<MatchResult> keys = KEY.matcher(pick(others)).results().toList();
        return keys.isEmpty()
                ? text
                : replaced(text, KEY, keys.get(random.nextInt(keys.size())).group());
    }

    private String withAnchor(String text) {
        String anchored = replaced(text, VALUE, "&a " + pick(List.of("x", "[x]", "{x: y}", "[*a]")));
        return random.nextBoolean() ? anchored : replaced(anchored, VALUE, "*a");
    }

    private String withPieceOfOther(String text) {
        String other = pick(others);
        int from = at(other);
        return inserted(text, other.substring(from, Math.min(other.length(), from + random.nextInt(200))));
    }

    private String withDepth(String text) {
        int depth = 1 << random.nextInt(14);
        String deep = pick(List.of(
                "[".repeat(depth) + "]".repeat(depth),
                "{a: ".repeat(depth) + "}".repeat(depth),
                "[".repeat(depth),
                "=" + "(".repeat(depth) + "after.id" + ")".repeat(depth),
                "\"" + "!".repeat(depth) + "true\"",
                "\"SELECT " + "(".repeat(depth) + "1" + ")".repeat(depth) + " FROM o\"",
                "\"function process(r) { return " + "[".repeat(depth) + "]".repeat(depth) + "; }\"",
                "/" + "(".repeat(depth) + ")".repeat(depth) + "/",
                "\"" + "a.".repeat(depth) + "a\"",
                "- ".repeat(depth) + "x",
                "? ".repeat(depth) + "x"));
        return replaced(text, VALUE, deep);
    }

    private String withBomb(String text) {
        StringBuilder bomb = new StringBuilder("experimental:\n  a0: &a0 [x, x, x, x, x, x, x, x]\n");
        int generations = 1 + random.nextInt(40);
        for (int i = 1; i <= generations; i++) {
            bomb.append("  a%d: &a%d [%s]%n"
                    .formatted(i, i, String.join(", ", Collections.nCopies(8, "*a" + (i - 1)))));
        }
        return text + "\n" + bomb;
    }

    private String large(String text) {
        String piece = pick(List.of(
                "x",
                "x: y\n",
                "- x\n",
                "${X} ",
                "# comment\n",
                "a: {b: [c, ",
                "\n",
                " ",
                "\ud83d\ude00",
                "\"",
                "&a [",
                text));
        StringBuilder large = new StringBuilder(text);
        while (large.length() < LARGE && !piece.isEmpty()) {
            large.append(piece);
        }
        return large.toString();
    }

    private String replaced(String text, Pattern sought, String replacement) {
        List<MatchResult> found = sought.matcher(text).results().toList();
        if (found.isEmpty()) {
            return text;
        }
        MatchResult one = found.get(random.nextInt(found.size()));
        return text.substring(0, one.start()) + replacement + text.substring(one.end());
    }

    private String inserted(String text, String piece) {
        int at = at(text);
        return text.substring(0, at) + piece + text.substring(at);
    }

    private int at(String text) {
        return random.nextInt(text.length() + 1);
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static List<String> lines(String text) {
        return new ArrayList<>(Arrays.asList(text.split("\n", -1)));
    }
}
