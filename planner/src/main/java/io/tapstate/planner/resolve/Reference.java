package io.tapstate.planner.resolve;

import java.util.regex.Pattern;

/** What a {@code from} points at, as far as text alone can tell. */
public sealed interface Reference {
    /** The output of another step. */
    record ToStep(String step) implements Reference {}

    /** What the view reads; only {@code serve.from} can say it. */
    record ToView() implements Reference {}

    /** One table of a source. Whether the database has it is only known with schemas. */
    record ToTable(String source, String table) implements Reference {}

    /** A bare name that only an open source can have: which one is only known with schemas. */
    record ToSomeTable(String table) implements Reference {}

    /** Every selected table of a source. */
    record ToSource(String source) implements Reference {}

    /** Everything whose name matches, tables first, then steps. */
    record ToPattern(Pattern pattern) implements Reference {}
}
