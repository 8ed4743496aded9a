package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Reading.FreeValue;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import io.tapstate.planner.grammar.Barred;
import io.tapstate.planner.grammar.Field;
import io.tapstate.planner.grammar.ValueShape;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.Rule;
import io.tapstate.planner.spec.YamlValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads values of any form: free mappings, and the rules of a projection. */
final class FreeReader {
    private static final Object TOO_LARGE = new Object();
    private static final int MOST_DIGITS = 100;
    private static final int WIDEST_SCALE = 10_000;

    private final ScalarReader scalars;
    private final Faults faults;
    private final boolean resolvedLater;

    /** @param resolvedLater references stay as written, whatever variables there are */
    FreeReader(ScalarReader scalars, Faults faults, boolean resolvedLater) {
        this.scalars = scalars;
        this.faults = faults;
        this.resolvedLater = resolvedLater;
    }

    Reading freeMap(String field, YamlMapping mapping, ValueShape.FreeMap shape) {
        Map<Located<String>, YamlValue> entries = new LinkedHashMap<>();
        for (YamlMapping.Entry entry : mapping.entries()) {
            String name = entry.key().written();
            Optional<Barred> barred = shape.barred().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
            if (barred.isPresent()) {
                FieldsReader.barred(entry.key(), "`" + field + "`", barred.get(), faults);
                continue;
            }
            Optional<Field> known = shape.known().stream()
                    .filter(each -> each.name().equals(name))
                    .findFirst();
            boolean sound = known.isEmpty()
                    || isNull(entry.value())
                    || !(ShapeReader.read(name, entry.value(), known.get().shape(), scalars, faults)
                            instanceof Reading.Faulty);
            if (sound) {
                add(entries, field, entry);
            }
        }
        return new FreeValue(entries, mapping.span());
    }

    /** What one field becomes; empty, and recorded, when it cannot be read. */
    Optional<Rule> rule(String field, YamlNode node) {
        Optional<YamlValue> value = value(field, node);
        if (!(node instanceof YamlScalar scalar) || value.isEmpty()) {
            return value.map(Rule.Constant::new);
        }
        Object constant = ((YamlValue.Scalar) value.get()).value();
        if (Boolean.FALSE.equals(constant)) {
            return Optional.of(new Rule.Drop(node.span()));
        }
        // A reference that nothing replaced begins with `$` too, and may become anything.
        boolean open = constant instanceof String text && scalars.isOpen(text) && scalar.startsWithReference();
        if (!(constant instanceof String text) || open || !(text.startsWith("$") || text.startsWith("="))) {
            return value.map(Rule.Constant::new);
        }
        String rest = text.substring(1);
        if (rest.isBlank()) {
            faults.add(
                    node.span(),
                    DslError.ILLEGAL_VALUE,
                    "field",
                    field,
                    "value",
                    text,
                    "expected",
                    text.startsWith("$") ? "`$` and a column" : "`=` and a CEL expression");
            return Optional.empty();
        }
        return Optional.of(
                text.startsWith("$") ? new Rule.Rename(rest, node.span()) : new Rule.Computed(rest, node.span()));
    }

    /** Any YAML; empty, and recorded, when a reference in it cannot be replaced. */
    private Optional<YamlValue> value(String field, YamlNode node) {
        if (node instanceof YamlScalar scalar) {
            return text(scalar).flatMap(text -> scalar(field, text, scalar));
        }
        if (node instanceof YamlSequence sequence) {
            List<YamlValue> items = new ArrayList<>();
            sequence.items().forEach(item -> value(field, item).ifPresent(items::add));
            return Optional.of(new YamlValue.Items(items, node.span()));
        }
        Map<Located<String>, YamlValue> fields = new LinkedHashMap<>();
        ((YamlMapping) node).entries().forEach(entry -> add(fields, field, entry));
        return Optional.of(new YamlValue.Fields(fields, node.span()));
    }

    private void add(Map<Located<String>, YamlValue> entries, String field, YamlMapping.Entry entry) {
        Optional<Located<String>> key =
                text(entry.key()).map(text -> new Located<>(text, entry.key().span()));
        Optional<YamlValue> value = value(field + "." + entry.key().written(), entry.value());
        if (key.isPresent() && value.isPresent()) {
            entries.put(key.get(), value.get());
        }
    }

    private Optional<String> text(YamlScalar scalar) {
        return resolvedLater ? scalars.unresolved(scalar) : scalars.text(scalar);
    }

    private Optional<YamlValue> scalar(String field, String text, YamlScalar scalar) {
        Object value = scalar.plain() ? typed(text) : text;
        if (value == TOO_LARGE) {
            faults.add(
                    scalar.span(),
                    DslError.ILLEGAL_VALUE,
                    "field",
                    field,
                    "value",
                    text,
                    "expected",
                    "a number of a usual size (quote it to keep it as text)");
            return Optional.empty();
        }
        return Optional.of(new YamlValue.Scalar(value, text, scalar.span()));
    }

    private Object typed(String text) {
        return switch (ScalarType.of(text)) {
            case TEXT -> text;
            case NULL -> null;
            case BOOLEAN -> Boolean.valueOf(text);
            case INTEGER -> text.length() <= MOST_DIGITS ? ScalarReader.wholeNumber(text) : tooLarge(text);
            case FLOAT -> fraction(text);
        };
    }

    // A setting of a connection may be a secret of digits only, which no message shows.
    private Object tooLarge(String text) {
        return resolvedLater ? text : TOO_LARGE;
    }

    /** A finite number, an infinity or NaN. */
    private Object fraction(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".inf")) {
            return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (lower.endsWith(".nan")) {
            return Double.NaN;
        }
        if (text.length() > MOST_DIGITS) {
            return tooLarge(text);
        }
        try {
            BigDecimal number = new BigDecimal(text);
            return Math.abs((long) number.scale()) <= WIDEST_SCALE ? number : tooLarge(text);
        } catch (NumberFormatException e) {
            // An exponent beyond 32 bits.
            return tooLarge(text);
        }
    }

    private static boolean isNull(YamlNode node) {
        return node instanceof YamlScalar scalar && scalar.isNull();
    }
}
