package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How renderers write numbers, lists and what authors wrote. */
final class Words {
    private Words() {}

    /** On one line and without control characters, which drive terminals: {@code \n}, {@code \u001b}. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder();
        text.codePoints().forEach(character -> {
            boolean invisible = Character.isISOControl(character)
                    || Character.getType(character) == Character.FORMAT
                    || Character.getType(character) == Character.LINE_SEPARATOR
                    || Character.getType(character) == Character.PARAGRAPH_SEPARATOR
                    || Character.getType(character) == Character.SURROGATE;
            if (character == '\n') {
                plain.append("\\n");
            } else if (character == '\t') {
                plain.append("\\t");
            } else if (invisible && character <= 0xffff) {
                plain.append("\\u");
                String digits = Integer.toHexString(character);
                plain.append("0".repeat(4 - digits.length())).append(digits);
            } else {
                plain.appendCodePoint(character);
            }
        });
        return plain.toString();
    }

    /** {@code id}, or {@code [tenant, number]}. */
    static String columns(List<String> columns) {
        String joined = plain(String.join(", ", columns));
        return columns.size() == 1 ? joined : "[" + joined + "]";
    }

    /** {@code a and b}, {@code a, b and c}. */
    static String all(List<String> things) {
        if (things.size() < 2) {
            return String.join("", things);
        }
        int last = things.size() - 1;
        return String.join(", ", things.subList(0, last)) + " and " + things.get(last);
    }

    /** {@code a = b and c = d}. */
    static String join(List<String> left, List<String> right) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            pairs.add(plain(left.get(i)) + " = " + plain(right.get(i)));
        }
        return String.join(" and ", pairs);
    }

    /** {@code ~1 200 rows}, {@code rows unknown}. */
    static String rows(OptionalLong rows) {
        return rows.isEmpty() ? "rows unknown" : "~" + count(rows.getAsLong(), "row");
    }

    /** {@code 1 step}, {@code 2 steps}. */
    static String count(long number, String thing) {
        return digits(number) + " " + thing + (number == 1 ? "" : "s");
    }

    /** In groups of three, the same in every locale. */
    static String digits(long number) {
        return Long.toString(number).replaceAll("(?<=\\d)(?=(\\d{3})+$)", " ");
    }

    /** The rows of some tables together. What is not known is named. */
    static String rows(List<PlanLineage.Origin> origins) {
        long sum = 0;
        List<String> unknown = new ArrayList<>();
        for (PlanLineage.Origin origin : origins) {
            if (origin.table().rowEstimate().isPresent()) {
                sum += origin.table().rowEstimate().getAsLong();
            } else {
                unknown.add(plain(origin.name()));
            }
        }
        if (unknown.size() == origins.size()) {
            return "rows unknown";
        }
        return "~" + count(sum, "row")
                + (unknown.isEmpty() ? "" : " and those of " + all(unknown) + ", which are unknown");
    }
}
