package io.tapstate.planner.spec;

/** A {@code kind: serve}: a definition that pipelines take over by {@code use}. */
public record ServeResourceSpec(Located<String> id, ServeBody body) implements ResourceSpec {}
