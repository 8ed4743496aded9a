/**
 * What a database does to rows by its foreign keys and does not write into its log, done again from the changes that are in
 * it. No Flink type; holds no state of its own: an operator hands it in. Start at
 * {@link io.tapstate.job.cascade.Cascades}.
 */
package io.tapstate.job.cascade;
