/**
 * A {@code join} on Flink's SQL: rows to SQL values and back, the tables of a query, and what settles the rows that come
 * out. Start at {@link io.tapstate.job.query.QueryTables}; what a row settles to is {@link
 * io.tapstate.job.query.SettledRow}. Flink's operators around them are in {@code job.operator}.
 */
package io.tapstate.job.query;
