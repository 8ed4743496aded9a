package io.tapstate.job.history;

import java.util.List;
import java.util.Set;

/** What a node of a nest reads: a table, the documents of another nest, or either behind further steps. */
sealed interface Feed permits Table, Nest, Altered {
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

    /** What a column of the table is called here. */
    String renamed(String column);

    /** The tables and nests that the rows are of. */
    default Set<Feed> sources() {
        return Set.of(this);
    }
}
