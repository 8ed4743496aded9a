package io.tapstate.planner.plan;

import io.tapstate.planner.plan.PlanFields.Damage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.TreeMap;

/**
 * Constants in {@code plan.json}: one field that names the type. Numbers are texts, since a plan holds whole numbers only
 * and other readers round.
 */
final class LiteralTree {
    private LiteralTree() {}

    static TreeMap<String, Object> of(Literal literal) {
        TreeMap<String, Object> tree = new TreeMap<>();
        if (literal instanceof Literal.Text text) {
            tree.put("text", text.value());
        } else if (literal instanceof Literal.Flag flag) {
            tree.put("boolean", flag.value());
        } else if (literal instanceof Literal.Whole whole) {
            tree.put("integer", whole.value().toString());
        } else if (literal instanceof Literal.Decimal decimal) {
            tree.put("decimal", decimal.value().toString());
        } else if (literal instanceof Literal.Special special) {
            tree.put("double", Double.toString(special.value()));
        } else if (literal instanceof Literal.Items items) {
            tree.put("list", items.items().stream().map(LiteralTree::of).toList());
        } else if (literal instanceof Literal.Fields fields) {
            tree.put("fields", fields.fields().stream().map(LiteralTree::field).toList());
        } else {
            tree.put("null", true);
        }
        return tree;
    }

    private static TreeMap<String, Object> field(Literal.Field field) {
        TreeMap<String, Object> tree = of(field.value());
        tree.put("name", field.name());
        return tree;
    }

    static Literal read(PlanFields fields) {
        if (fields.has("text")) {
            return new Literal.Text(fields.anyText("text"));
        }
        if (fields.has("boolean")) {
            return new Literal.Flag(fields.bool("boolean"));
        }
        if (fields.has("integer")) {
            String text = fields.text("integer");
            if (!text.matches("-?[0-9]{1,1000}")) {
                throw fields.damage("integer", "is not a whole number");
            }
            return new Literal.Whole(new BigInteger(text));
        }
        if (fields.has("decimal")) {
            return new Literal.Decimal(decimal(fields));
        }
        if (fields.has("double")) {
            return new Literal.Special(special(fields));
        }
        if (fields.has("list")) {
            return new Literal.Items(fields.objects("list", LiteralTree::read));
        }
        if (fields.has("fields")) {
            List<Literal.Field> all = fields.objects(
                    "fields", field -> new Literal.Field(field.anyText("name"), LiteralTree.read(field)));
            return new Literal.Fields(all);
        }
        if (!fields.bool("null")) {
            throw fields.damage("null", "is not true");
        }
        return new Literal.Null();
    }

    private static BigDecimal decimal(PlanFields fields) {
        String text = fields.text("decimal");
        try {
            if (text.length() <= 1000) {
                return new BigDecimal(text);
            }
        } catch (NumberFormatException e) {
            throw (Damage) fields.damage("decimal", "is not a number").initCause(e);
        }
        throw fields.damage("decimal", "is not a number");
    }

    private static double special(PlanFields fields) {
        String text = fields.text("double");
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            if (Double.toString(value).equals(text)) {
                return value;
            }
        }
        throw fields.damage("double", "is no special value");
    }
}
