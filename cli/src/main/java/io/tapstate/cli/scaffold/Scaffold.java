package io.tapstate.cli.scaffold;

import io.tapstate.planner.dsl.CanonicalForm;
import io.tapstate.planner.dsl.TapFile;
import java.util.Map;

/**
 * A resource that is ready to be written.
 *
 * @param facts what is worth telling about it, by name: text or lists of text
 * @param text the whole file
 */
public record Scaffold(String kind, String id, Map<String, Object> facts, String text) {
    /** The name of its file: the id, as far as a file may be called so. */
    public String fileName() {
        return id.replaceAll("[^\\p{L}\\p{N}_-]", "_") + ".tap.yml";
    }

    /**
     * The same in the form that {@code fmt} would give it.
     *
     * @throws io.tapstate.connectors.diagnostics.TapException when the text has faults
     */
    public Scaffold canonical() {
        return new Scaffold(kind, id, facts, CanonicalForm.withComments(new TapFile(fileName(), text)));
    }
}
