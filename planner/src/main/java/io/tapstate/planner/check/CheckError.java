package io.tapstate.planner.check;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Resources that are well-formed by themselves and do not fit together. */
public enum CheckError implements ErrorCode {
    CONNECTOR_NOT_FOUND("connector.not-found", "connector", "suggestion"),
    COLUMN_TYPE_UNSUPPORTED("plan.column-type-unsupported", "column", "table", "type"),
    ROOT_KEY_REQUIRED("nest.root-key-required", "rootAlias"),
    ROOT_KEY_NOT_UNIQUE("nest.root-key-not-unique", "key", "table", "unique"),
    EDGE_DIRECTION_UNCLEAR("nest.edge-direction-unclear", "path", "child", "parent", "rootKey"),
    EMBED_PATH_CONFLICT("nest.embed-path-conflict", "embedPathA", "embedPathB"),
    EMBED_PATH_HIDES_COLUMN("nest.embed-path-hides-column", "path", "column", "table"),
    RESERVED_FIELD("nest.reserved-field", "field"),
    JOIN_TYPES_DIFFER("nest.join-types-differ", "childColumn", "childType", "parentColumn", "parentType"),
    VIEW_KEY_MISSING("actuation.view-key-missing", "view"),
    VIEW_KEY_NOT_FEED_IDENTITY("actuation.view-key-not-feed-identity", "view", "key", "identity");

    private final String code;
    private final List<String> parameters;

    CheckError(String code, String... parameters) {
        this.code = code;
        this.parameters = List.of(parameters);
    }

    @Override
    public String code() {
        return code;
    }

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public ErrorClass errorClass() {
        return ErrorClass.USER;
    }

    @Override
    public List<String> parameters() {
        return parameters;
    }
}
