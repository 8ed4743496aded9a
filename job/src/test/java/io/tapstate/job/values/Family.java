package io.tapstate.job.values;

import io.tapstate.connectors.api.ColumnType;

/** Types that stand in one table of docs/types.md. */
record Family(String name) {
    TypeSample type(String declaration, ColumnType representation) {
        return TypeSample.of(name, declaration, representation);
    }
}
