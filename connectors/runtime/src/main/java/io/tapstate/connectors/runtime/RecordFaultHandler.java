package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does with records that fail what the pipeline's {@code error_policy} says. For one subtask and its thread.
 *
 * <p>Only faults of the record itself come here: a user's fault, met while one record was processed. Whatever concerns a
 * whole table, a connection or ourselves is thrown as ever.
 */
public final class RecordFaultHandler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RecordFaultHandler.class);
    private static final long LOG_NANOS = 10_000_000_000L;
    private static final List<String> UNKNOWN = List.of();
    private static final String ANY_TABLE = "";

    private final RecordFaults faults;
    private final DeadLetters letters;
    private final Counter skipped;
    private final Counter deadLettered;
    private final Counter replayed;
    private long unlogged;
    private long lastLogged;
    private boolean logged;

    private RecordFaultHandler(RecordFaults faults, DeadLetters letters, MetricGroup group) {
        this.faults = faults;
        this.letters = letters;
        this.skipped = group.counter(RecordFaultMetrics.SKIPPED);
        this.deadLettered = group.counter(RecordFaultMetrics.DEAD_LETTERED);
        this.replayed = group.counter(RecordFaultMetrics.REPLAYED);
    }

    static RecordFaultHandler open(RecordFaults faults, MetricGroup group, boolean restored) {
        Map<String, String> variables = group.getAllVariables();
        DeadLetters letters = faults.letters() == null
                ? null
                : faults.letters()
                        .open(
                                faults.pipeline(),
                                faults.step(),
                                new DeadLetterStore.Run(
                                        variables.getOrDefault("<job_id>", ""),
                                        number(variables.get("<subtask_index>")),
                                        number(variables.get("<task_attempt_num>")),
                                        restored));
        return new RecordFaultHandler(faults, letters, group.addGroup("tapstate"));
    }

    private static int number(String text) {
        return text == null ? 0 : Integer.parseInt(text);
    }

    /** As {@link #handle(TapException, FaultyRecord)}, of a change as it came in. */
    public void handle(TapException fault, RowChange record) {
        handle(fault, FaultyRecord.of(record));
    }

    /**
     * Leaves a record out, or ends the job. When this returns, the record is counted or kept durably.
     *
     * @throws RuntimeException what to throw on: the fault, unless the policy and its class let the record be left out
     */
    public void handle(TapException fault, FaultyRecord record) {
        if (faults.policy() == RecordFaults.Policy.FAIL
                || fault.diagnostics().isEmpty()
                || fault.diagnostics().stream().anyMatch(reason -> reason.errorClass() != ErrorClass.USER)) {
            throw FinalFaults.mark(fault);
        }
        Diagnostic reason = fault.diagnostics().get(0);
        if (letters == null) {
            skipped.inc();
        } else {
            letters.write(new DeadLetter(record, keyColumns(record.table()), reason));
            deadLettered.inc();
        }
        log(reason, record);
    }

    /** Says that a change has gone through the step: it is newer than any letter of its row, whose time is over. */
    public void passed(RowChange change) {
        if (letters != null) {
            letters.passed(change);
        }
    }

    /** Says that a record that was {@link #handle handled} is taken back by those who sent it. */
    public void withdrawn(FaultyRecord record) {
        if (letters != null) {
            letters.withdrawn(record);
        }
    }

    /**
     * What people have asked to have tried again. Ask now and then, between two records; process each as if it had come
     * in, but do not say that it {@link #passed}, and {@link #handle} it if it fails again.
     *
     * @param mine whether the changes of a row pass this subtask
     */
    public List<RowChange> replays(Predicate<RowKey> mine) {
        if (letters == null) {
            return List.of();
        }
        List<RowChange> changes = letters.replays(mine);
        replayed.inc(changes.size());
        return changes;
    }

    /** Says that a checkpoint holds the effect of all that was tried again so far. */
    public void saving(long checkpoint) {
        if (letters != null) {
            letters.saving(checkpoint);
        }
    }

    /** Says that a checkpoint is complete: what it holds is durable. */
    public void saved(long checkpoint) {
        if (letters != null) {
            letters.saved(checkpoint);
        }
    }

    @Override
    public void close() {
        if (letters != null) {
            letters.close();
        }
    }

    private List<String> keyColumns(TableId table) {
        return Optional.ofNullable(faults.keys().get(table.toString()))
                .or(() -> Optional.ofNullable(faults.keys().get(table.name())))
                .or(() -> Optional.ofNullable(faults.keys().get(ANY_TABLE)))
                .orElse(UNKNOWN);
    }

    // No message: it may quote values.
    private void log(Diagnostic reason, FaultyRecord record) {
        long now = System.nanoTime();
        if (logged && now - lastLogged < LOG_NANOS) {
            unlogged++;
            return;
        }
        LOG.warn(
                "step {} {} {}: {}{}",
                faults.step(),
                letters == null ? "skips" : "keeps as a dead letter",
                record,
                reason.code(),
                unlogged == 0 ? "" : " (and " + unlogged + " more records since the last such line)");
        logged = true;
        lastLogged = now;
        unlogged = 0;
    }
}
