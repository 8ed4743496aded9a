package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.planner.dsl.Reading.EntriesValue;
import io.tapstate.planner.dsl.Reading.Faulty;
import io.tapstate.planner.dsl.Reading.ItemsValue;
import io.tapstate.planner.dsl.Reading.MillisValue;
import io.tapstate.planner.dsl.Reading.OpenValue;
import io.tapstate.planner.dsl.Reading.RuleValue;
import io.tapstate.planner.dsl.Reading.TextValue;
import io.tapstate.planner.dsl.Reading.TruthValue;
import io.tapstate.planner.dsl.Reading.WholeValue;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import io.tapstate.planner.grammar.ShapeVisitor;
import io.tapstate.planner.grammar.TextRole;
import io.tapstate.planner.grammar.ValueShape;
import io.tapstate.planner.spec.Located;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads one YAML value by its shape and records every fault of it and of what it holds. {@link FieldsReader} does so for
 * mappings with declared fields, {@link FreeReader} for free ones.
 */
final class ShapeReader implements ShapeVisitor<Reading> {
    private static final Pattern TIME = Pattern.compile("([0-9]{1,7})(ms|s)?");

    private final String field;
    private final YamlNode node;
    private final ScalarReader scalars;
    private final Faults faults;

    private ShapeReader(String field, YamlNode node, ScalarReader scalars, Faults faults) {
        this.field = field;
        this.node = node;
        this.scalars = scalars;
        this.faults = faults;
    }

    /** @param field what the value is called in messages */
    static Reading read(String field, YamlNode node, ValueShape shape, ScalarReader scalars, Faults faults) {
        return shape.accept(new ShapeReader(field, node, scalars, faults));
    }

    @Override
    public Reading text(ValueShape.Text shape) {
        if (!(node instanceof YamlScalar scalar) || scalar.isNull() || shape.strict() && !scalars.isText(scalar)) {
            return illegal(
                    node.describe(),
                    shape.strict() ? shape.expected() : shape.role().one());
        }
        return scalars.text(scalar).map(text -> judged(text, shape.role())).orElseGet(() -> new Faulty(node.span()));
    }

    private Reading judged(String text, TextRole role) {
        if (text.isBlank() && !role.blankAllowed()) {
            return illegal(text, role.one() + ", not blank");
        }
        if (!role.allows(text) && !scalars.isOpen(text)) {
            return illegal(text, role.one());
        }
        return new TextValue(text, node.span());
    }

    @Override
    public Reading whole(ValueShape.Whole shape) {
        return scalar(shape, scalar -> {
            Optional<Long> number = scalar.plain() ? ScalarReader.integer(scalar.text()) : Optional.empty();
            return number.filter(value -> value >= shape.least() && value <= shape.most())
                    .map(value -> new WholeValue(value.intValue(), node.span()));
        });
    }

    @Override
    public Reading truth(ValueShape.Truth shape) {
        return scalar(
                shape,
                scalar -> scalar.plain() && ScalarType.of(scalar.text()) == ScalarType.BOOLEAN
                        ? Optional.of(new TruthValue(Boolean.parseBoolean(scalar.text()), node.span()))
                        : Optional.empty());
    }

    @Override
    public Reading choice(ValueShape.Choice shape) {
        return scalar(shape, scalar -> {
            String older = shape.older().get(scalar.text());
            if (older != null) {
                return Optional.of(refuse(
                        DslError.OLDER_DIALECT, "found", "`" + field + ": " + scalar.text() + "`", "remedy", older));
            }
            return shape.texts().contains(scalar.text())
                    ? Optional.of(new TextValue(scalar.text(), node.span()))
                    : Optional.empty();
        });
    }

    @Override
    public Reading time(ValueShape.Time shape) {
        return scalar(
                shape,
                scalar -> millis(scalar.text())
                        .filter(millis -> millis <= shape.mostMillis())
                        .map(millis -> new MillisValue(millis, node.span())));
    }

    /** The milliseconds that a {@link ValueShape.Time} spells; empty when it is none. */
    static Optional<Long> millis(String text) {
        Matcher time = TIME.matcher(text);
        return time.matches()
                ? Optional.of(Long.parseLong(time.group(1)) * ("s".equals(time.group(2)) ? 1000 : 1))
                : Optional.empty();
    }

    @Override
    public Reading fieldRule(ValueShape.FieldRule shape) {
        return new FreeReader(scalars, faults, false)
                .rule(field, node)
                .<Reading>map(RuleValue::new)
                .orElseGet(() -> new Faulty(node.span()));
    }

    @Override
    public Reading freeMap(ValueShape.FreeMap shape) {
        return node instanceof YamlMapping mapping
                ? new FreeReader(scalars, faults, shape.resolvedLater()).freeMap(field, mapping, shape)
                : illegal(node.describe(), shape.expected());
    }

    @Override
    public Reading items(ValueShape.Items shape) {
        if (!(node instanceof YamlSequence sequence)) {
            return illegal(node.describe(), shape.expected());
        }
        if (shape.filled() && sequence.items().isEmpty()) {
            return illegal("[]", shape.expected() + ", with at least one");
        }
        List<Reading> items = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (YamlNode item : sequence.items()) {
            Reading reading = read(field, item, shape.item(), scalars, faults);
            if (shape.distinct() && reading instanceof TextValue text && !seen.add(text.value())) {
                reading = new ShapeReader(field, item, scalars, faults)
                        .illegal(text.value(), "a name that the list does not have yet");
            }
            items.add(reading);
        }
        return new ItemsValue(items, node.span());
    }

    @Override
    public Reading entries(ValueShape.Entries shape) {
        if (!(node instanceof YamlMapping mapping)) {
            return illegal(node.describe(), shape.expected());
        }
        if (shape.filled() && mapping.entries().isEmpty()) {
            return illegal("{}", shape.expected() + ", with at least one");
        }
        Map<Located<String>, Reading> entries = new LinkedHashMap<>();
        Set<String> seen = new HashSet<>();
        for (YamlMapping.Entry entry : mapping.entries()) {
            String name = field + "." + entry.key().written();
            Reading key = new ShapeReader(name, entry.key(), scalars, faults).key(shape.key());
            Reading value = read(name, entry.value(), shape.value(), scalars, faults);
            if (key instanceof TextValue text) {
                if (seen.add(text.value())) {
                    entries.put(new Located<>(text.value(), text.span()), value);
                } else {
                    new ShapeReader(name, entry.key(), scalars, faults)
                            .illegal(text.value(), "a name that the mapping does not have yet");
                }
            }
        }
        return new EntriesValue(entries, node.span());
    }

    // A null key reads as its text, as any other name does.
    private Reading key(String expected) {
        Optional<String> text = scalars.text((YamlScalar) node);
        if (text.isEmpty()) {
            return new Faulty(node.span());
        }
        String name = text.get();
        return name.isBlank() ? illegal(name, expected + ", not blank") : new TextValue(name, node.span());
    }

    @Override
    public Reading fields(ValueShape.Fields shape) {
        return node instanceof YamlMapping mapping
                ? new FieldsReader(scalars, faults).read(mapping, shape.type())
                : illegal(node.describe(), shape.expected());
    }

    @Override
    public Reading either(ValueShape.Either shape) {
        Optional<ValueShape> spelling = node instanceof YamlScalar
                ? shape.scalar()
                : node instanceof YamlSequence ? shape.list() : shape.mapping();
        return spelling.isPresent() ? spelling.get().accept(this) : illegal(node.describe(), shape.expected());
    }

    @Override
    public Reading variants(ValueShape.Variants shape) {
        return node instanceof YamlMapping mapping
                ? VariantChoice.of(shape, mapping, scalars).accept(this)
                : illegal(node.describe(), shape.expected());
    }

    private Reading scalar(ValueShape shape, Function<Typed, Optional<Reading>> reader) {
        if (!(node instanceof YamlScalar scalar) || scalar.isNull()) {
            return illegal(node.describe(), shape.expected());
        }
        Optional<String> text = scalars.text(scalar);
        if (text.isEmpty()) {
            return new Faulty(node.span());
        }
        String value = text.get();
        return scalars.isOpen(value)
                ? new OpenValue(node.span())
                : reader.apply(new Typed(value, scalar.plain())).orElseGet(() -> illegal(value, shape.expected()));
    }

    private Reading illegal(String value, String expected) {
        return refuse(DslError.ILLEGAL_VALUE, "field", field, "value", value, "expected", expected);
    }

    private Reading refuse(ErrorCode code, Object... namesAndValues) {
        faults.add(node.span(), code, namesAndValues);
        return new Faulty(node.span());
    }

    private record Typed(String text, boolean plain) {}
}
