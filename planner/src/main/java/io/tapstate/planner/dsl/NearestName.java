package io.tapstate.planner.dsl;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Finds what an author most likely meant. */
public final class NearestName {
    private static final int MOST_NAMED = 8;

    private NearestName() {}

    /** The candidate with the fewest edits from {@code word}, if that is few enough to be a slip. */
    public static Optional<String> of(String word, Collection<String> candidates) {
        // At most one edit in three letters, or the guess would be noise; words beyond any real name are not compared.
        int limit = word.length() > 100 ? 0 : Math.max(1, word.length() / 3);
        String best = null;
        for (String candidate : candidates) {
            int edits = Math.abs(candidate.length() - word.length()) > limit ? limit + 1 : edits(word, candidate);
            if (edits <= limit && (best == null || edits < limit || candidate.compareTo(best) < 0)) {
                if (edits < limit) {
                    limit = edits;
                }
                best = candidate;
            }
        }
        return Optional.ofNullable(best);
    }

    /** For a fix: names the nearest candidate, else lists all of them. */
    public static String suggestion(String word, Collection<String> candidates) {
        return of(word, candidates).map(name -> "`" + name + "`").orElseGet(() -> oneOf(candidates));
    }

    /** {@code one of `a`, `b`}. */
    public static String oneOf(Collection<String> candidates) {
        return candidates.isEmpty()
                ? "nothing: there is none to name"
                : candidates.size() == 1
                        ? "`" + candidates.iterator().next() + "`"
                        : "one of `" + String.join("`, `", candidates) + "`";
    }

    /** {@code `a`, `b` and 3 more}: at most eight are named. */
    public static String allOf(Collection<String> names) {
        List<String> shown = names.stream().limit(MOST_NAMED).toList();
        String more = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
        return "`" + String.join("`, `", shown) + "`" + more;
    }

    // Optimal string alignment: insertions, deletions, replacements and swapped neighbours count one each.
    private static int edits(String from, String to) {
        int[] beforeLast = new int[to.length() + 1];
        int[] last = new int[to.length() + 1];
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + same);
                if (i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            int[] spare = beforeLast;
            beforeLast = last;
            last = row;
            row = spare;
        }
        return last[to.length()];
    }
}
