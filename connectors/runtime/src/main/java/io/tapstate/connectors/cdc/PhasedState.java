package io.tapstate.connectors.cdc;

/**
 * What a {@link PhasedSource} keeps beside its readers' splits.
 *
 * @param inner the inner source's own
 * @param columns those that the tables had when the source first started
 */
record PhasedState<StateT>(StateT inner, KnownColumns columns) {}
