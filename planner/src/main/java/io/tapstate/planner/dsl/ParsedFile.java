package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.Diagnostic;
import java.util.List;
import java.util.Optional;

/**
 * What one file turned out to be. A file with faults still has every part that could be read, so that later stops judge
 * it too.
 *
 * @param kind absent when it could not be told
 * @param id absent when missing or illegal
 * @param source present only for a readable {@code kind: source}
 * @param pipeline present only for a readable {@code kind: pipeline}
 * @param faults everything wrong with the file by itself
 */
public record ParsedFile(
        TapFile file,
        Optional<String> kind,
        Optional<Located<String>> id,
        Optional<SourceSpec> source,
        Optional<PipelineSpec> pipeline,
        List<Diagnostic> faults) {
    public ParsedFile {
        faults = List.copyOf(faults);
    }
}
