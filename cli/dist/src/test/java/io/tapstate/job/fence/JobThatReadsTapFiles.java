package io.tapstate.job.fence;

import io.tapstate.planner.dsl.TapFile;

/** Breaks a rule on purpose: the positive control of a fence. */
public record JobThatReadsTapFiles(TapFile file) {}
