/**
 * What database values become: samples of every column type, and the test that sends them through the snapshot and
 * through the log of real servers. It also writes the tables of docs/types.md. Start at {@link
 * io.tapstate.job.values.TypeSample}.
 */
package io.tapstate.job.values;
