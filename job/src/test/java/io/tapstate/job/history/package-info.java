/**
 * Random nests, random histories of their tables, and a model that says what the documents must be. Knows no operator and
 * no Flink type: whatever runs plans can be held against it. Start at {@link io.tapstate.job.history.HistoryCase}.
 */
package io.tapstate.job.history;
