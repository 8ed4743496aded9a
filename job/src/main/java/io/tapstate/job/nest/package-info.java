/**
 * What a nest does, without any Flink type: where a row belongs ({@link io.tapstate.job.nest.NestRoute}), who must know
 * where it stands ({@link io.tapstate.job.nest.Placements}), how rows find a parent that is not the document itself
 * ({@link io.tapstate.job.nest.RoutedRows}), how one row is given to many ({@link io.tapstate.job.nest.SharedRow}), what a
 * document is made of ({@link io.tapstate.job.nest.NestDocument}, the class to read first), when it is sent
 * ({@link io.tapstate.job.nest.SendWindow}). Holds no state of its own: operators hand it in.
 */
package io.tapstate.job.nest;
