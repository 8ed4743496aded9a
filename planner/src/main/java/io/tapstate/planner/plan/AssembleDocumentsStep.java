package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The root stage of a nest: {@code <nest id>}. Keyed by the document key; keeps one state entry per row of the document.
 * Emits one {@code RowChange} per sent document: {@code INSERT} with the whole document, {@code DELETE} with the key
 * columns.
 *
 * @param root the stream of root rows
 * @param rootTable the table name that the documents carry as {@code src}
 * @param rootIdentity the columns that identify a root row
 * @param key the root's columns that are the document key
 * @param embeds in declared order, which is the order of their fields in the document
 */
public record AssembleDocumentsStep(
        StepId id,
        StreamRef root,
        String rootTable,
        List<String> rootIdentity,
        List<String> key,
        List<Embed> embeds,
        Settings settings)
        implements PlanStep {
    /**
     * @param sendWindowMillis how long changes after a send fold into one; 0 sends each
     * @param append every version is sent, none folded ({@code root.mode: append})
     * @param subFirst children before their parent where both wait ({@code order: sub_first})
     * @param maxElementsPerDocument more fail the job; empty for the default
     * @param entriesInMemory what the author asked for
     * @param stateNamespace where the state lives, when the author names it; another name starts from nothing
     */
    public record Settings(
            long sendWindowMillis,
            boolean append,
            boolean subFirst,
            OptionalInt maxElementsPerDocument,
            OptionalInt entriesInMemory,
            Optional<String> stateNamespace) {
        /** How many embedded rows a document may have where the author does not say. */
        public static final int DEFAULT_MAX_ELEMENTS = 20_000;

        /** How many embedded rows a document may have. */
        public int maxElements() {
            return maxElementsPerDocument.orElse(DEFAULT_MAX_ELEMENTS);
        }

        /** Settings of a nest whose author writes at most these two. */
        public Settings(long sendWindowMillis, boolean append) {
            this(sendWindowMillis, append, false, OptionalInt.empty(), OptionalInt.empty(), Optional.empty());
        }
    }

    public AssembleDocumentsStep {
        rootIdentity = List.copyOf(rootIdentity);
        key = List.copyOf(key);
        embeds = List.copyOf(embeds);
    }

    /** A nest whose author writes at most these settings. */
    public AssembleDocumentsStep(
            StepId id,
            StreamRef root,
            String rootTable,
            List<String> rootIdentity,
            List<String> key,
            List<Embed> embeds,
            long sendWindowMillis,
            boolean append) {
        this(id, root, rootTable, rootIdentity, key, embeds, new Settings(sendWindowMillis, append));
    }

    /** How long changes after a send fold into one; 0 sends each. */
    public long sendWindowMillis() {
        return settings.sendWindowMillis();
    }

    /** Whether every version is sent, none folded. */
    public boolean append() {
        return settings.append();
    }

    @Override
    public String kind() {
        return "assemble-documents/1";
    }

    @Override
    public List<StreamRef> inputs() {
        List<StreamRef> inputs = new ArrayList<>();
        inputs.add(root);
        inputs.addAll(Embed.inputs(embeds));
        return List.copyOf(inputs);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
