package io.tapstate.planner.grammar;

import java.util.List;
import java.util.stream.Collectors;

/** Names {@link ValueShape}s for people: {@code whole number above 0}, {@code list of columns}. */
final class TypeLabels implements ShapeVisitor<String> {
    private static final TypeLabels LABELS = new TypeLabels();

    private TypeLabels() {}

    static String of(ValueShape shape) {
        return shape.accept(LABELS);
    }

    @Override
    public String text(ValueShape.Text shape) {
        return shape.role().label();
    }

    @Override
    public String whole(ValueShape.Whole shape) {
        return shape.most() == Integer.MAX_VALUE
                ? "whole number above " + (shape.least() - 1)
                : "whole number from " + shape.least() + " to " + shape.most();
    }

    @Override
    public String truth(ValueShape.Truth shape) {
        return "`true` or `false`";
    }

    @Override
    public String choice(ValueShape.Choice shape) {
        List<String> texts =
                shape.texts().stream().map(text -> "`" + text + "`").toList();
        int last = texts.size() - 1;
        return last == 0 ? texts.get(0) : String.join(", ", texts.subList(0, last)) + " or " + texts.get(last);
    }

    @Override
    public String time(ValueShape.Time shape) {
        return "time, such as `50ms` or `2s`";
    }

    @Override
    public String fieldRule(ValueShape.FieldRule shape) {
        return "rule";
    }

    @Override
    public String freeMap(ValueShape.FreeMap shape) {
        return "free mapping";
    }

    @Override
    public String items(ValueShape.Items shape) {
        return "list of " + shape.many();
    }

    @Override
    public String entries(ValueShape.Entries shape) {
        return "mapping of " + shape.what();
    }

    @Override
    public String fields(ValueShape.Fields shape) {
        return "mapping";
    }

    @Override
    public String either(ValueShape.Either shape) {
        return shape.shapes().stream().map(TypeLabels::of).distinct().collect(Collectors.joining(", or "));
    }

    @Override
    public String variants(ValueShape.Variants shape) {
        return "mapping";
    }
}
