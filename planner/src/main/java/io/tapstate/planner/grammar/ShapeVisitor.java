package io.tapstate.planner.grammar;

/** One method per {@link ValueShape}, so that whoever walks the grammar must know every shape. */
public interface ShapeVisitor<R> {
    R text(ValueShape.Text shape);

    R whole(ValueShape.Whole shape);

    R truth(ValueShape.Truth shape);

    R choice(ValueShape.Choice shape);

    R time(ValueShape.Time shape);

    R fieldRule(ValueShape.FieldRule shape);

    R freeMap(ValueShape.FreeMap shape);

    R items(ValueShape.Items shape);

    R entries(ValueShape.Entries shape);

    R fields(ValueShape.Fields shape);

    R either(ValueShape.Either shape);

    R variants(ValueShape.Variants shape);
}
