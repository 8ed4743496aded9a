package io.tapstate.job.transform;

/** @param expression compiled; null where the rule is not computed */
record ProjectedField(FieldRule rule, RowExpression expression) {}
