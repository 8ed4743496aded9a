package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.WiredPipeline;
import java.util.List;

/** One rule that text alone can judge. Parts that could not be bound are passed over: they have their own fault. */
public interface WiringCheck {
    /** All rules; each reports for itself, so the order does not matter. */
    List<WiringCheck> ALL = List.of(
            new AliasCheck(),
            new NestMemoryCheck(),
            new EmbedPathCheck(),
            new ModeCheck(),
            new ExpressionSyntaxCheck(),
            new SettingsCheck(),
            new ViewKeyCheck(),
            new ServeCheck());

    void check(WiredPipeline pipeline, Faults faults);
}
