package io.tapstate.job.transform.fence;

import org.apache.flink.util.Collector;

/** Breaks a rule on purpose: the positive control of a fence. */
public record TransformThatKnowsFlink(Collector<String> out) {}
