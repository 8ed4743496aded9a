package io.tapstate.job.fence;

import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.expression.CelExpression;

/** Breaks two rules on purpose: the positive control of fences. */
public record JobThatReadsTapFiles(TapFile file, CelExpression.Use use) {}
