package io.tapstate.planner.resolve;

import io.tapstate.connectors.diagnostics.ErrorClass;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Severity;
import java.util.List;

/** Nests whose rows cannot be gathered into documents. */
public enum NestTreeError implements ErrorCode {
    ROOT_KEY_REQUIRED("nest.root-key-required", "rootAlias"),
    ROOT_KEY_NOT_UNIQUE("nest.root-key-not-unique", "key", "table", "unique"),
    IDENTITY_UNKNOWN("nest.identity-unknown", "alias", "stream"),
    ARRAY_KEY_UNRESOLVABLE("nest.array-key-unresolvable", "embedPath", "stream"),
    EMBED_KEY_NOT_UNIQUE("nest.embed-key-not-unique", "key", "table", "unique"),
    EDGE_DIRECTION_UNCLEAR("nest.edge-direction-unclear", "path", "child", "childKeys", "parent", "parentKeys"),
    JOIN_TYPES_DIFFER("nest.join-types-differ", "childColumn", "childType", "parentColumn", "parentType"),
    COLUMN_NOT_COMPARABLE("nest.column-not-comparable", "column", "type"),
    EMBED_PATH_CONFLICT("nest.embed-path-conflict", "embedPathA", "embedPathB"),
    EMBED_PATH_HIDES_COLUMN("nest.embed-path-hides-column", "path", "column", "table"),
    FLAT_FIELD_CONFLICT("nest.flat-field-conflict", "alias", "field", "owner"),
    RESERVED_FIELD("nest.reserved-field", "field");

    private final String code;
    private final List<String> parameters;

    NestTreeError(String code, String... parameters) {
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
