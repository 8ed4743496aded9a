package io.tapstate.planner.resolve;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import io.tapstate.planner.logical.Stream.Flow;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.MapRows;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.YamlValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns behind a {@code map}: ruled fields in the author's order, then every other column that was neither
 * consumed, dropped nor overwritten. A key survives when each of its columns is kept or renamed.
 */
final class MapTyping {
    private final MapRows map;
    private final Flow in;
    private final Faults faults;
    private final List<Column> columns = new ArrayList<>();
    private final Set<String> gone = new HashSet<>();
    private final Map<String, String> renamed = new HashMap<>();

    MapTyping(MapRows map, Flow in, Faults faults) {
        this.map = map;
        this.in = in;
        this.faults = faults;
    }

    Flow flow() {
        map.fields().forEach(this::rule);
        in.rows().columns().stream()
                .filter(column -> !gone.contains(column.name()))
                .forEach(columns::add);
        List<List<String>> keys =
                in.keys().stream().map(this::kept).flatMap(Optional::stream).toList();
        return new Flow(
                in.table(),
                new RowType(columns, in.rows().open()),
                kept(in.identity()).orElse(List.of()),
                keys);
    }

    private void rule(Located<String> field, Rule rule) {
        String name = field.value();
        if (rule instanceof Rule.Rename rename) {
            rename(name, rename);
            return;
        }
        gone.add(name);
        if (rule instanceof Rule.Computed computed) {
            columns.add(ExpressionTypes.column(name, computed.expression(), in.rows()));
        } else if (rule instanceof Rule.Constant constant) {
            columns.add(constant(name, constant.value()));
        }
    }

    private void rename(String name, Rule.Rename rename) {
        Optional<Column> source = in.rows().column(rename.source());
        if (source.isEmpty() && !in.rows().open()) {
            ColumnFaults.missing(faults, rename.span(), rename.source(), in.table(), in.rows());
        }
        gone.add(name);
        gone.add(rename.source());
        renamed.put(rename.source(), name);
        columns.add(source.map(column -> new Column(name, column.type(), column.nativeType(), column.nullable()))
                .orElse(new Column(name, Optional.empty(), "dyn", true)));
    }

    private Optional<List<String>> kept(List<String> key) {
        List<String> names = new ArrayList<>();
        for (String column : key) {
            String name = renamed.getOrDefault(column, column);
            boolean overwritten = !renamed.containsKey(column) && gone.contains(column);
            if (overwritten) {
                return Optional.empty();
            }
            names.add(name);
        }
        return key.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(names));
    }

    private static Column constant(String name, YamlValue value) {
        Optional<ColumnType> type = Optional.empty();
        if (value instanceof YamlValue.Scalar scalar) {
            Object constant = scalar.value();
            if (constant instanceof String) {
                type = Optional.of(ColumnType.STRING);
            } else if (constant instanceof BigInteger whole) {
                type = Optional.of(whole.bitLength() < Long.SIZE ? ColumnType.INTEGER : ColumnType.DECIMAL);
            } else if (constant instanceof BigDecimal) {
                type = Optional.of(ColumnType.DECIMAL);
            } else if (constant instanceof Double) {
                type = Optional.of(ColumnType.DOUBLE);
            } else if (constant instanceof Boolean) {
                type = Optional.of(ColumnType.BOOLEAN);
            }
        }
        boolean nullable = value instanceof YamlValue.Scalar scalar && scalar.value() == null;
        return new Column(name, type, "constant", nullable);
    }
}
