package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.Map;

/** A {@code kind: transform}: a definition that steps take over by {@code use}. */
public record TransformSpec(
        Located<String> id, TransformBody body, Map<Located<String>, YamlValue> options, SourceSpan span)
        implements ResourceSpec {}
