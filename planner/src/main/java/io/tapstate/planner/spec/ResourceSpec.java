package io.tapstate.planner.spec;

/** One resource: the content of one file. */
public sealed interface ResourceSpec
        permits SourceSpec, PipelineSpec, TransformSpec, ViewResourceSpec, ServeResourceSpec {
    Located<String> id();
}
