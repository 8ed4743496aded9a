package io.tapstate.job.nest;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.KeyEncoding;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.RawRow;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Tells one stage where the rows of a node stand.
 *
 * <p><b>Contract.</b> Pure. A row that keeps its place and its key is told of again, which changes nothing; one whose place
 * or key changes leaves the old and takes the new. A row with a null in the columns is told to nobody.
 */
public final class Placements implements Serializable {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> columns;

    /** @param columns the row's columns that make the key, in the order of the stage's */
    public Placements(List<String> columns) {
        this.columns = new ArrayList<>(columns);
    }

    /**
     * Hands over what a change of a row means whose place its own columns tell.
     *
     * @throws TapException {@code nest.before-image-missing}
     */
    public void tell(RowChange change, NestRoute route, Consumer<Placement> out) {
        NestRoute.Move move = route.move(change);
        byte[] before = change.before();
        boolean keyLeft = move.left() == null
                ? move.leftKnown() || new HashSet<>(route.identity()).containsAll(columns)
                : RawRow.holds(before, columns);
        if (!keyLeft) {
            throw TapException.of(NestError.BEFORE_IMAGE_MISSING, "table", change.table(), "columns", columns);
        }
        tell(move.left(), before, move.taken(), change.after(), change.timestamp(), out);
    }

    /**
     * @param left where the row stood; null where it did not
     * @param before the row as it was; read only where it stood somewhere
     * @param taken where it stands; null where it does not
     * @param after the row as it is; read only where it stands somewhere
     */
    void tell(Place left, byte[] before, Place taken, byte[] after, long timestamp, Consumer<Placement> out) {
        Optional<RowKey> was = left == null ? Optional.empty() : KeyEncoding.of(before, columns);
        Optional<RowKey> is = taken == null ? Optional.empty() : KeyEncoding.of(after, columns);
        if (was.isPresent() && !(was.equals(is) && Objects.equals(left, taken))) {
            out.accept(new Placement(was.get(), left, false, timestamp));
        }
        is.ifPresent(key -> out.accept(new Placement(key, taken, true, timestamp)));
    }
}
