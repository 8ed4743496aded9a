package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalNest;
import io.tapstate.planner.logical.LogicalNest.Edge;
import io.tapstate.planner.logical.LogicalNest.Node;
import io.tapstate.planner.logical.LogicalStep.Input;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec.SettingsSpec;
import io.tapstate.planner.spec.PipelineSpec.StepSpec;
import io.tapstate.planner.spec.TransformBody.Nest;
import io.tapstate.planner.spec.TransformBody.RootSpec;
import io.tapstate.planner.spec.TransformBody.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Binds a nest to a tree of streams: every edge knows its direction, every node what tells its rows apart. */
final class NestBinder {
    private static final long DEFAULT_SEND_WINDOW_MILLIS = 50;

    private final SettingsSpec settings;
    private final Faults faults;

    NestBinder(SettingsSpec settings, Faults faults) {
        this.settings = settings;
        this.faults = faults;
    }

    /** The tree; empty when a part of it could not be bound. */
    Optional<LogicalNest> bind(StepSpec step, Nest nest, List<Input> inputs) {
        Map<String, Stream> aliases = new HashMap<>();
        inputs.forEach(input -> input.alias().ifPresent(alias -> aliases.put(alias, input.stream())));
        Stream root = aliases.get(nest.root().from().value());
        if (root == null || root.flows().isEmpty()) {
            return Optional.empty();
        }
        NestRows rows = NestRows.of(root);
        if (rows.identity().isEmpty()) {
            Located<String> alias = nest.root().from();
            faults.add(alias.span(), NestTreeError.IDENTITY_UNKNOWN, "alias", alias.value(), "stream", root.name());
            return Optional.empty();
        }
        Optional<List<String>> key = key(nest, rows);
        EdgeBinder edges = new EdgeBinder(aliases, faults);
        List<List<String>> parentKeys = new ArrayList<>(rows.keys());
        // A key that does not identify has its own fault; embeds that join to it have none.
        List<String> written = nest.root().key().stream().map(Located::value).toList();
        if (!written.isEmpty() && !parentKeys.contains(written)) {
            parentKeys.add(0, written);
        }
        Optional<List<Node>> children = edges.children(nest.root().embeds(), rows, parentKeys);
        new NestFields(faults).check(nest, rows, aliases);
        if (key.isEmpty() || children.isEmpty()) {
            return Optional.empty();
        }
        Node node = new Node(nest.root().from().value(), root, rows.identity(), Optional.empty(), children.get());
        return Optional.of(nest(step, nest, node, key.get()));
    }

    private LogicalNest nest(StepSpec step, Nest nest, Node root, List<String> key) {
        return new LogicalNest(
                root,
                key,
                nest.root().mode().isPresent(),
                nest.order().filter(order -> order.value().equals("sub_first")).isPresent(),
                number(nest.entriesInMemory()),
                number(nest.maxElementsPerDocument()),
                nest.stateDatabase().map(Located::value),
                settings.sendWindowMillis().map(Located::value).orElse(DEFAULT_SEND_WINDOW_MILLIS),
                step.span());
    }

    private static OptionalInt number(Optional<Located<Integer>> number) {
        return number.isPresent() ? OptionalInt.of(number.get().value()) : OptionalInt.empty();
    }

    /** The document key: {@code primary_key}, else the root's {@code key}, else what identifies a root row. */
    private Optional<List<String>> key(Nest nest, NestRows rows) {
        RootSpec root = nest.root();
        if (faults.under(root.span(), "key")) {
            return Optional.empty();
        }
        if (root.key().isEmpty()
                && !root.embeds().isEmpty()
                && nest.primaryKey().isEmpty()) {
            faults.add(
                    root.span(),
                    NestTreeError.ROOT_KEY_REQUIRED,
                    "rootAlias",
                    root.from().value());
            return Optional.empty();
        }
        Optional<List<String>> written = root.key().isEmpty() ? Optional.empty() : unique(root.key(), rows);
        if (nest.primaryKey().isPresent()) {
            Optional<List<String>> key = unique(List.of(nest.primaryKey().get()), rows);
            return root.key().isEmpty() || written.isPresent() ? key : Optional.empty();
        }
        return root.key().isEmpty() ? Optional.of(rows.identity()) : written;
    }

    private Optional<List<String>> unique(List<Located<String>> columns, NestRows rows) {
        boolean found = true;
        for (Located<String> column : columns) {
            found &=
                    ColumnFaults.find(faults, column, rows.table(), rows.type()).isPresent()
                            || rows.type().open();
        }
        List<String> key = columns.stream().map(Located::value).toList();
        if (found && !rows.identifiedBy(key)) {
            faults.add(
                    columns.get(0).span(),
                    NestTreeError.ROOT_KEY_NOT_UNIQUE,
                    "key",
                    String.join(", ", key),
                    "table",
                    rows.table(),
                    "unique",
                    NestRows.alternatives(rows.keys()));
            return Optional.empty();
        }
        return found ? Optional.of(key) : Optional.empty();
    }

    /** The documents as rows for whatever reads them: the root's columns, then a field per embed. */
    static Flow flow(LogicalNest nest) {
        NestRows root = NestRows.of(nest.root().stream());
        List<Column> columns = new ArrayList<>(root.type().columns());
        Set<String> fields = new LinkedHashSet<>();
        for (Node child : nest.root().children()) {
            Edge edge = child.edge().orElseThrow();
            if (edge.shape() == Shape.FLAT) {
                NestRows.of(child.stream()).type().columns().stream()
                        .filter(column ->
                                columns.stream().noneMatch(known -> known.name().equals(column.name())))
                        .map(column -> new Column(column.name(), column.type(), column.nativeType(), true))
                        .forEach(columns::add);
            } else if (fields.add(NestFields.first(edge.path()))) {
                boolean list = edge.shape() == Shape.ARRAY && edge.path().indexOf('.') < 0;
                columns.add(
                        new Column(NestFields.first(edge.path()), Optional.empty(), list ? "list" : "document", !list));
            }
        }
        List<List<String>> keys = new ArrayList<>(List.of(nest.key()));
        root.keys().stream().filter(key -> !key.equals(nest.key())).forEach(keys::add);
        boolean open = root.type().open();
        return new Flow(root.table(), new RowType(columns, open), nest.key(), keys);
    }
}
