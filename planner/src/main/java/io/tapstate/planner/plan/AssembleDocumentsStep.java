package io.tapstate.planner.plan;

import java.util.ArrayList;
import java.util.List;

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
 * @param sendWindowMillis how long changes after a send fold into one; 0 sends each
 * @param append every version is sent, none folded ({@code root.mode: append})
 */
public record AssembleDocumentsStep(
        StepId id,
        StreamRef root,
        String rootTable,
        List<String> rootIdentity,
        List<String> key,
        List<Embed> embeds,
        long sendWindowMillis,
        boolean append)
        implements PlanStep {
    /** How embedded rows stand in the document. */
    public enum Shape {
        /** A list in array-key order, {@code []} when empty. */
        ARRAY,
        /** A sub-document; absent when there is none. */
        OBJECT
    }

    /**
     * One belongs-to edge of depth one.
     *
     * @param path field name; dots make nested objects
     * @param identity the columns that identify a row of the embedded stream
     * @param childColumns the embedded stream's columns that hold the document key, in the order of {@code key}
     * @param arrayKey the columns that order the elements
     */
    public record Embed(
            String path,
            StreamRef input,
            Shape shape,
            List<String> identity,
            List<String> childColumns,
            List<String> arrayKey) {
        public Embed {
            identity = List.copyOf(identity);
            childColumns = List.copyOf(childColumns);
            arrayKey = List.copyOf(arrayKey);
        }
    }

    public AssembleDocumentsStep {
        rootIdentity = List.copyOf(rootIdentity);
        key = List.copyOf(key);
        embeds = List.copyOf(embeds);
    }

    @Override
    public String kind() {
        return "assemble-documents/1";
    }

    @Override
    public List<StreamRef> inputs() {
        List<StreamRef> inputs = new ArrayList<>();
        inputs.add(root);
        embeds.forEach(embed -> inputs.add(embed.input()));
        return List.copyOf(inputs);
    }

    @Override
    public <R> R accept(PlanVisitor<R> visitor) {
        return visitor.visit(this);
    }
}
