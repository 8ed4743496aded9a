package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalNest.Direction;
import io.tapstate.planner.logical.LogicalNest.Edge;
import io.tapstate.planner.logical.LogicalNest.Node;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Binds the edges of a nest. Right-hand side of {@code on} = a key of the parent: the child belongs to it. Left-hand side
 * = a key of the child: the parent points at it. Where both hold (one row for one row) the two readings give the same
 * document, and belongs-to, which needs less state, is taken.
 */
final class EdgeBinder {
    private static final Set<ColumnType> EXACT = Set.of(ColumnType.INTEGER, ColumnType.DECIMAL);

    private final Map<String, Stream> aliases;
    private final Faults faults;

    EdgeBinder(Map<String, Stream> aliases, Faults faults) {
        this.aliases = aliases;
        this.faults = faults;
    }

    /** The nodes below one parent; empty when one of them could not be bound. */
    Optional<List<Node>> children(List<EmbedSpec> embeds, NestRows parent, List<List<String>> parentKeys) {
        List<Node> nodes = new ArrayList<>();
        boolean complete = true;
        for (EmbedSpec embed : embeds) {
            Optional<Node> node = node(embed, parent, parentKeys);
            complete &= node.isPresent();
            node.ifPresent(nodes::add);
        }
        return complete ? Optional.of(nodes) : Optional.empty();
    }

    private Optional<Node> node(EmbedSpec embed, NestRows parent, List<List<String>> parentKeys) {
        Stream stream = aliases.get(embed.from().value());
        if (stream == null || stream.flows().isEmpty()) {
            return Optional.empty();
        }
        NestRows rows = NestRows.of(stream);
        Optional<List<String>> identity = identity(embed, stream, rows);
        boolean joined = columns(embed, rows, parent);
        Optional<Direction> direction = joined ? direction(embed, rows, parentKeys) : Optional.empty();
        boolean ordered = arrayKey(embed, rows);
        List<List<String>> keys = new ArrayList<>(rows.keys());
        Optional<List<Node>> children = children(embed.embeds(), rows, keys);
        if (identity.isEmpty() || direction.isEmpty() || !ordered || children.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Node(
                embed.from().value(),
                stream,
                identity.get(),
                Optional.of(edge(embed, direction.get(), identity.get())),
                children.get()));
    }

    private static Edge edge(EmbedSpec embed, Direction direction, List<String> identity) {
        List<String> arrayKey = embed.arrayKey().stream().map(Located::value).toList();
        return new Edge(
                embed.path().map(Located::value).orElse(""),
                embed.shape().value(),
                direction,
                left(embed),
                right(embed),
                arrayKey.isEmpty() ? identity : arrayKey,
                embed.ignoreUpdates(),
                embed.span());
    }

    private Optional<List<String>> identity(EmbedSpec embed, Stream stream, NestRows rows) {
        List<String> written = embed.key().stream().map(Located::value).toList();
        if (!written.isEmpty()) {
            boolean found = true;
            for (Located<String> column : embed.key()) {
                found &= ColumnFaults.find(faults, column, rows.table(), rows.type())
                                .isPresent()
                        || rows.type().open();
            }
            if (found && !rows.identifiedBy(written)) {
                faults.add(
                        embed.key().get(0).span(),
                        NestTreeError.EMBED_KEY_NOT_UNIQUE,
                        "key",
                        String.join(", ", written),
                        "table",
                        rows.table(),
                        "unique",
                        NestRows.alternatives(rows.keys()));
                return Optional.empty();
            }
            return found ? Optional.of(written) : Optional.empty();
        }
        if (rows.identity().isEmpty()) {
            faults.add(
                    embed.from().span(),
                    NestTreeError.ARRAY_KEY_UNRESOLVABLE,
                    "embedPath",
                    name(embed),
                    "stream",
                    stream.name());
            return Optional.empty();
        }
        return Optional.of(rows.identity());
    }

    private boolean columns(EmbedSpec embed, NestRows child, NestRows parent) {
        boolean sound = true;
        Set<String> seen = new HashSet<>();
        for (Map.Entry<Located<String>, Located<String>> pair :
                embed.on().value().entrySet()) {
            if (!seen.add(pair.getValue().value())) {
                faults.add(
                        pair.getValue().span(),
                        DslError.ILLEGAL_VALUE,
                        "field",
                        "on",
                        "value",
                        pair.getValue().value(),
                        "expected",
                        "a parent column that no other entry of `on` names");
                sound = false;
            }
            Optional<Column> left = ColumnFaults.find(faults, pair.getKey(), child.table(), child.type());
            Optional<Column> right = ColumnFaults.find(faults, pair.getValue(), parent.table(), parent.type());
            sound &= (left.isPresent() || child.type().open())
                    && (right.isPresent() || parent.type().open());
            boolean comparable = comparable(pair.getKey(), left) && comparable(pair.getValue(), right);
            sound &= comparable;
            if (comparable
                    && left.isPresent()
                    && right.isPresent()
                    && !comparable(left.get().type(), right.get().type())) {
                faults.add(
                        pair.getKey().span(),
                        NestTreeError.JOIN_TYPES_DIFFER,
                        "childColumn",
                        pair.getKey().value(),
                        "childType",
                        left.get().nativeType(),
                        "parentColumn",
                        pair.getValue().value(),
                        "parentType",
                        right.get().nativeType());
            }
        }
        return sound && !faults.under(embed.span(), "on");
    }

    private boolean comparable(Located<String> name, Optional<Column> column) {
        boolean comparable = column.flatMap(Column::type)
                .map(type -> type == ColumnType.UNSUPPORTED || type.identifies())
                .orElse(true);
        if (!comparable) {
            faults.add(
                    name.span(),
                    NestTreeError.COLUMN_NOT_COMPARABLE,
                    "column",
                    name.value(),
                    "type",
                    column.orElseThrow().nativeType());
        }
        return comparable;
    }

    /** Whether equal values of the two types have one key encoding. */
    private static boolean comparable(Optional<ColumnType> left, Optional<ColumnType> right) {
        boolean unjudged = left.isEmpty()
                || right.isEmpty()
                || left.get() == ColumnType.UNSUPPORTED
                || right.get() == ColumnType.UNSUPPORTED;
        return unjudged || left.equals(right) || (EXACT.contains(left.get()) && EXACT.contains(right.get()));
    }

    private Optional<Direction> direction(EmbedSpec embed, NestRows child, List<List<String>> parentKeys) {
        if (NestRows.isOneOf(right(embed), parentKeys)) {
            return Optional.of(Direction.BELONGS_TO);
        }
        if (NestRows.isOneOf(left(embed), child.keys())) {
            return Optional.of(Direction.POINTS_AT);
        }
        if (parentKeys.isEmpty() || child.keys().isEmpty()) {
            // What has no known key has its own fault.
            return Optional.empty();
        }
        faults.add(
                embed.on().span(),
                NestTreeError.EDGE_DIRECTION_UNCLEAR,
                "path",
                name(embed),
                "child",
                NestRows.alternatives(List.of(left(embed))),
                "childKeys",
                NestRows.alternatives(child.keys()),
                "parent",
                NestRows.alternatives(List.of(right(embed))),
                "parentKeys",
                NestRows.alternatives(parentKeys));
        return Optional.empty();
    }

    private boolean arrayKey(EmbedSpec embed, NestRows rows) {
        boolean found = !faults.under(embed.span(), "arrayKey");
        for (Located<String> column : embed.arrayKey()) {
            Optional<Column> known = ColumnFaults.find(faults, column, rows.table(), rows.type());
            found &= (known.isPresent() || rows.type().open()) && comparable(column, known);
        }
        return found;
    }

    private static String name(EmbedSpec embed) {
        return embed.path().map(Located::value).orElse(embed.from().value());
    }

    private static List<String> left(EmbedSpec embed) {
        return embed.on().value().keySet().stream().map(Located::value).toList();
    }

    private static List<String> right(EmbedSpec embed) {
        return embed.on().value().values().stream().map(Located::value).toList();
    }
}
