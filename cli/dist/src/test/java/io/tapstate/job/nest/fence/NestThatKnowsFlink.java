package io.tapstate.job.nest.fence;

import org.apache.flink.api.common.state.MapState;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;

/** Breaks two rules on purpose: the positive control of fences. */
public record NestThatKnowsFlink(MapState<String, String> state, Struct row) {}
