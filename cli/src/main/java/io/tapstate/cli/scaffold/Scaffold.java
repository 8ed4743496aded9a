package io.tapstate.cli.scaffold;

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
}
