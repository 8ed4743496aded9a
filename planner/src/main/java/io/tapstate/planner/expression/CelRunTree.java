package io.tapstate.planner.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelMutableAst;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.ast.CelMutableExpr.CelMutableIdent;
import dev.cel.common.navigation.CelNavigableMutableAst;
import java.util.List;

/**
 * What an author writes, in the words of the runtime: it cannot tell a column that is null from one that is not there, and
 * a function of it does not see the row. So {@code has(after.x)} asks a map of the columns that are there, and {@code
 * now()} is a variable.
 */
final class CelRunTree {
    private CelRunTree() {}

    /** @param parsed without brackets */
    static CelAbstractSyntaxTree of(CelAbstractSyntaxTree parsed) {
        CelMutableAst tree = CelMutableAst.fromCelAst(parsed);
        List<CelMutableExpr> all = CelNavigableMutableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .map(node -> node.expr())
                .toList();
        long next = all.stream().mapToLong(CelMutableExpr::id).max().orElse(0) + 1;
        for (CelMutableExpr expression : all) {
            if (isPresenceTest(expression)) {
                String image = expression.select().operand().ident().name();
                expression.setCall(CelMutableCall.create(
                        "@in",
                        CelMutableExpr.ofConstant(
                                next++, CelConstant.ofValue(expression.select().field())),
                        CelMutableExpr.ofIdent(next++, CelExpression.PRESENCE.get(image))));
            } else if (isNow(expression)) {
                expression.setIdent(CelMutableIdent.create(CelExpression.NOW));
            }
        }
        return tree.toParsedAst();
    }

    private static boolean isPresenceTest(CelMutableExpr expression) {
        return expression.getKind() == Kind.SELECT
                && expression.select().testOnly()
                && expression.select().operand().getKind() == Kind.IDENT
                && CelExpression.PRESENCE.containsKey(
                        expression.select().operand().ident().name());
    }

    private static boolean isNow(CelMutableExpr expression) {
        return expression.getKind() == Kind.CALL
                && expression.call().function().equals("now")
                && expression.call().args().isEmpty()
                && expression.call().target().isEmpty();
    }
}
