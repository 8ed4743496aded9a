package io.tapstate.planner.spec;

/** A {@code kind: view}: a definition that pipelines take over by {@code use}. */
public record ViewResourceSpec(Located<String> id, ViewBody body) implements ResourceSpec {}
