package io.tapstate.job.history;

import java.util.List;
import java.util.Set;

/** What a node of a nest reads: a table, or the documents of another nest. */
sealed interface Feed permits Table, Nest {
    /** The table that the rows stem from. */
    Table table();

    /** How the pipeline names it. */
    String reference();

    /** What identifies its rows. */
    List<String> identity();

    /** Every set of columns that tells all rows apart, the identity first. */
    List<List<String>> keys();

    /** The fields of its rows. */
    Set<String> names();
}
