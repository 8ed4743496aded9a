package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.ColumnChange;

/**
 * Makes the documents of a table that is copied look as its rows do after a change of columns.
 *
 * <p><b>Contract.</b> The caller has written every row that came before, and writes those that come after later. So that
 * no other writer of the collection still holds rows of the old shape, there must be one writer. Doing it again, as after
 * a restart, changes nothing.
 */
public final class ColumnChanges {
    private ColumnChanges() {}

    /**
     * Follows one change.
     *
     * @param ddl of kind {@code DDL}
     * @throws TapException {@code actuation.id-beside-key}
     */
    public static void apply(MongoCollection<?> target, RowChange ddl) {
        for (ColumnChange change : ColumnChange.decode(ddl.after())) {
            String name = change.name();
            if (name.equals(DocumentId.FIELD) || DocumentId.FIELD.equals(change.to())) {
                throw TapException.of(
                        TargetError.ID_BESIDE_KEY,
                        "collection",
                        target.getNamespace().getCollectionName());
            }
            switch (change.kind()) {
                case ADD -> target.updateMany(Filters.exists(name, false), Updates.set(name, change.value()));
                case DROP -> target.updateMany(Filters.exists(name), Updates.unset(name));
                case RENAME -> target.updateMany(Filters.exists(name), Updates.rename(name, change.to()));
            }
        }
    }
}
