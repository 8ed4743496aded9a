package io.tapstate.planner.plan;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A plan that somebody has looked at and may submit later, with what the world looked like when it was made. A document
 * like {@code plan.json}: canonical, versioned, free of secrets; it holds that plan whole.
 *
 * @param schemas what {@link ObservedSchemas#fingerprint} said
 * @param deployed the {@link PlanFingerprint} of what was deployed; empty when nothing was
 */
public record SavedPlan(JobPlan plan, String schemas, Optional<String> deployed) {
    /** The first thing a reader looks at. */
    public static final String FORMAT = "tapstate.saved-plan/1";

    private static final int SHOWN_DIGITS = 12;

    /** The canonical bytes. */
    public byte[] write() {
        TreeMap<String, Object> tree = new TreeMap<>();
        tree.put("format", FORMAT);
        tree.put("plan", PlanTree.of(plan));
        tree.put("fingerprint", PlanFingerprint.of(plan));
        tree.put("content", content(plan));
        tree.put("schemas", schemas);
        deployed.ifPresent(fingerprint -> tree.put("deployed", fingerprint));
        return JobPlanCodec.bytes(tree);
    }

    /**
     * What {@link #write} wrote.
     *
     * @throws TapException {@code plan.version-unknown} for another format, {@code plan.file-unreadable} for anything else
     *     that is not a sound saved plan, one whose plan was edited included
     */
    public static SavedPlan read(byte[] bytes) {
        return JobPlanCodec.read(bytes, fields -> {
            String format = fields.text("format");
            if (!format.equals(FORMAT)) {
                throw PlanTreeReader.unknown("format", format, FORMAT);
            }
            JobPlan plan = fields.object("plan", PlanTreeReader::plan);
            PlanInvariants.verify(plan);
            require(fields, "fingerprint", PlanFingerprint.of(plan));
            require(fields, "content", content(plan));
            Optional<String> deployed =
                    fields.has("deployed") ? Optional.of(fields.text("deployed")) : Optional.empty();
            return new SavedPlan(plan, fields.text("schemas"), deployed);
        });
    }

    private static void require(PlanFields fields, String field, String value) {
        if (!fields.text(field).equals(value)) {
            throw fields.damage(field, "is not that of the plan, which was edited");
        }
    }

    /**
     * Whether the world is still the one that the plan was made in.
     *
     * @param now the same pipeline, planned now
     * @throws TapException {@code plan.outdated}, once for each thing that has changed
     */
    public void demandCurrent(SavedPlan now) {
        Outdated outdated = new Outdated();
        outdated.judge("the schema of the tables it reads", schemas, now.schemas);
        if (schemas.equals(now.schemas)) {
            // With other schemas the plan differs for that reason alone.
            outdated.judge("the files of the workspace", content(plan), content(now.plan));
        }
        outdated.judge("what is deployed", shown(deployed), shown(now.deployed));
        outdated.throwIfAny();
    }

    private static String shown(Optional<String> fingerprint) {
        return fingerprint.orElse("nothing");
    }

    /** All of a plan that its author decides: everything but the statistics of the database. */
    private static String content(JobPlan plan) {
        return JobPlanCodec.digest(PlanTree.withoutEstimates(PlanTree.of(plan)));
    }

    /** Collects what has changed. */
    private static final class Outdated {
        private final List<Diagnostic> faults = new ArrayList<>();

        void judge(String what, String was, String is) {
            if (!was.equals(is)) {
                faults.add(Diagnostic.of(PlanError.OUTDATED, "what", what, "was", shortened(was), "is", shortened(is)));
            }
        }

        private static String shortened(String digest) {
            return digest.length() > SHOWN_DIGITS ? digest.substring(0, SHOWN_DIGITS) : digest;
        }

        void throwIfAny() {
            if (!faults.isEmpty()) {
                throw new TapException(faults, null);
            }
        }
    }
}
