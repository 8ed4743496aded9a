/**
 * Filters and maps of rows, and the CEL that they compute with: plain Java over {@code RowChange}, no Flink type. CEL is
 * compiled by the planner's own code; here its functions are bound and values go between BSON and CEL. docs/expressions.md
 * is the contract. Keeps no state. Start at {@link io.tapstate.job.transform.RowFilter} and {@link
 * io.tapstate.job.transform.RowMap}.
 */
package io.tapstate.job.transform;
