package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of tables that come while a source runs, each once. What a source reads is settled by the plan: a table that its
 * selection would have taken in waits for the next one.
 *
 * <p>Names are asked for so rarely that it takes a fiftieth of the time at most, however many there are. One thread asks,
 * others may look at the {@link #count}.
 */
final class NewTables {
    private static final Logger LOG = LoggerFactory.getLogger(NewTables.class);
    private static final int PAUSES = 50;

    private final String source;
    private final Supplier<Set<TableId>> names;
    private final Set<TableId> known = new TreeSet<>();
    private boolean asked;
    private long next;
    private volatile int count;

    /**
     * @param source id of the source
     * @param names all tables that are there where the source's tables are; may fail with a {@link TapException}
     */
    NewTables(String source, Supplier<Set<TableId>> names) {
        this.source = source;
        this.names = names;
    }

    /** How many came since the first look. */
    int count() {
        return count;
    }

    void look() {
        if (asked && System.nanoTime() - next < 0) {
            return;
        }
        long began = System.nanoTime();
        try {
            for (TableId table : names.get()) {
                if (known.add(table) && asked) {
                    count++;
                    LOG.info(
                            "the table {} came after the plan of the source `{}` was made and is not read;"
                                    + " if the source is to have it, plan and submit the pipeline again",
                            table,
                            source);
                }
            }
            asked = true;
        } catch (TapException e) {
            LOG.debug("new tables of {} were not looked for: an outage is the readers' to tell", source, e);
        }
        next = System.nanoTime()
                + PAUSES
                        * Math.min(
                                System.nanoTime() - began, Duration.ofMinutes(1).toNanos());
    }
}
