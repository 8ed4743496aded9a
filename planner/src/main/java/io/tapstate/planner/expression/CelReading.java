package io.tapstate.planner.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a parsed expression reads of the row, found without recursion, so that any depth is safe.
 *
 * @param columns every {@code after.x}, {@code before["x"]} and the like
 * @param whole ids of uses of {@code after} or {@code before} that name no column
 * @param literals calls whose last argument is a text written out, for judging it
 * @param shadowing ids of macros that name their variable like one of ours
 * @param others the variables that are no rows, and {@code now} where the time is asked for
 */
record CelReading(
        int depth,
        List<Column> columns,
        List<Long> whole,
        List<Literal> literals,
        List<Shadow> shadowing,
        SortedSet<String> others) {
    /** @param bracketed {@code after["x"]}, which the type checker does not know */
    record Column(long id, String variable, String name, boolean bracketed) {}

    /** @param text the last argument */
    record Literal(long id, String function, int arguments, String text) {}

    record Shadow(long id, String variable) {}

    private record Visit(CelExpr expression, int depth) {}

    static CelReading of(CelExpr root) {
        List<Column> columns = new ArrayList<>();
        List<Long> whole = new ArrayList<>();
        List<Literal> literals = new ArrayList<>();
        List<Shadow> shadowing = new ArrayList<>();
        SortedSet<String> others = new TreeSet<>();
        Deque<Visit> open = new ArrayDeque<>();
        open.push(new Visit(root, 1));
        int depth = 0;
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            CelExpr expression = visit.expression();
            depth = Math.max(depth, visit.depth());
            Optional<Column> column = column(expression);
            if (column.isPresent()) {
                columns.add(column.get());
                continue;
            }
            switch (expression.getKind()) {
                case IDENT -> {
                    if (isRow(expression)) {
                        whole.add(expression.id());
                    } else if (CelEnvironment.VARIABLES.contains(
                            expression.ident().name())) {
                        others.add(expression.ident().name());
                    }
                }
                case CALL -> {
                    literal(expression).ifPresent(literals::add);
                    if (isNow(expression)) {
                        others.add("now");
                    }
                }
                case COMPREHENSION -> {
                    String variable = expression.comprehension().iterVar();
                    if (CelEnvironment.VARIABLES.contains(variable)) {
                        shadowing.add(new Shadow(expression.id(), variable));
                    }
                }
                default -> {}
            }
            children(expression).forEach(child -> open.push(new Visit(child, visit.depth() + 1)));
        }
        return new CelReading(depth, columns, whole, literals, shadowing, others);
    }

    private static boolean isNow(CelExpr expression) {
        return expression.call().function().equals("now")
                && expression.call().args().isEmpty()
                && expression.call().target().isEmpty();
    }

    private static boolean isRow(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.IDENT
                && CelEnvironment.ROWS.contains(expression.ident().name());
    }

    private static Optional<Column> column(CelExpr expression) {
        if (expression.getKind() == CelExpr.ExprKind.Kind.SELECT
                && isRow(expression.select().operand())) {
            return Optional.of(new Column(
                    expression.id(),
                    expression.select().operand().ident().name(),
                    expression.select().field(),
                    false));
        }
        if (expression.getKind() == CelExpr.ExprKind.Kind.CALL
                && expression.call().function().equals("_[_]")
                && isRow(expression.call().args().get(0))) {
            CelExpr row = expression.call().args().get(0);
            return text(expression.call().args().get(1))
                    .map(name -> new Column(expression.id(), row.ident().name(), name, true));
        }
        return Optional.empty();
    }

    private static Optional<Literal> literal(CelExpr expression) {
        CelExpr.CelCall call = expression.call();
        int arguments = call.args().size() + (call.target().isPresent() ? 1 : 0);
        return call.args().isEmpty()
                ? Optional.empty()
                : text(call.args().get(call.args().size() - 1))
                        .map(text -> new Literal(expression.id(), call.function(), arguments, text));
    }

    private static Optional<String> text(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? Optional.of(expression.constant().stringValue())
                : Optional.empty();
    }

    private static List<CelExpr> children(CelExpr expression) {
        return switch (expression.getKind()) {
            case SELECT -> List.of(expression.select().operand());
            case CALL -> {
                List<CelExpr> children = new ArrayList<>(expression.call().args());
                expression.call().target().ifPresent(children::add);
                yield children;
            }
            case LIST -> expression.list().elements();
            case MAP -> {
                List<CelExpr> children = new ArrayList<>();
                expression.map().entries().forEach(entry -> {
                    children.add(entry.key());
                    children.add(entry.value());
                });
                yield children;
            }
            case STRUCT ->
                expression.struct().entries().stream()
                        .map(CelExpr.CelStruct.Entry::value)
                        .toList();
            case COMPREHENSION -> {
                CelComprehension loop = expression.comprehension();
                yield List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result());
            }
            default -> List.of();
        };
    }
}
