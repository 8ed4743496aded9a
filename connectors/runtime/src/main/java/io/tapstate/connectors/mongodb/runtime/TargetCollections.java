package io.tapstate.connectors.mongodb.runtime;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.runtime.SinkRequest;
import io.tapstate.connectors.runtime.SinkRequest.Target;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which collection a row goes to: by the name of the table it stems from. */
final class TargetCollections implements Serializable {
    private static final long serialVersionUID = 1L;

    private final List<Target> targets;
    private final Map<String, Target> byOrigin = new HashMap<>();

    TargetCollections(List<Target> targets) {
        this.targets = targets;
        targets.forEach(target -> byOrigin.put(target.origin(), target));
    }

    List<Target> all() {
        return targets;
    }

    Optional<Target> of(RowChange change) {
        Target target = byOrigin.get(change.table().name());
        return Optional.ofNullable(target == null ? byOrigin.get(SinkRequest.EVERY_ORIGIN) : target);
    }
}
