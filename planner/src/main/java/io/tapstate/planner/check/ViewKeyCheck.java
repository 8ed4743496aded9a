package io.tapstate.planner.check;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.resolve.WiredPipeline;
import io.tapstate.planner.resolve.WiredPipeline.WiredView;

/** A view says by which columns its documents are found. */
final class ViewKeyCheck implements WiringCheck {
    @Override
    public void check(WiredPipeline pipeline, Faults faults) {
        pipeline.view().flatMap(WiredView::body).ifPresent(body -> {
            if (body.primaryKey().isEmpty() && !faults.under(body.span(), "primary_key")) {
                faults.add(
                        body.span(),
                        CheckError.VIEW_KEY_MISSING,
                        "view",
                        pipeline.view().get().spec().id().value());
            }
        });
    }
}
