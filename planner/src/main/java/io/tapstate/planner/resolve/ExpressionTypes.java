package io.tapstate.planner.resolve;

import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import java.util.Optional;

/** Types of computed columns. Judges nothing: an expression that does not compile may hold anything. */
final class ExpressionTypes {
    private ExpressionTypes() {}

    static Column column(String name, String expression, RowType rows) {
        return CelExpression.compile(expression, Use.VALUE, Optional.of(rows)) instanceof Compiled compiled
                ? new Column(name, compiled.type(), compiled.nativeName(), compiled.nullable())
                : new Column(name, Optional.empty(), "dyn", true);
    }
}
