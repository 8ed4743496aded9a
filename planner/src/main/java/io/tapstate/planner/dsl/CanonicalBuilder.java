package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.CanonicalNode.Entry;
import io.tapstate.planner.dsl.CanonicalNode.Item;
import io.tapstate.planner.dsl.CanonicalNode.Items;
import io.tapstate.planner.dsl.CanonicalNode.Mapping;
import io.tapstate.planner.dsl.CanonicalNode.Scalar;
import io.tapstate.planner.dsl.CanonicalNode.Style;
import io.tapstate.planner.dsl.Comments.Attached;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import io.tapstate.planner.grammar.Field;
import io.tapstate.planner.grammar.ObjectType;
import io.tapstate.planner.grammar.ShapeVisitor;
import io.tapstate.planner.grammar.TextRole;
import io.tapstate.planner.grammar.ValueShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns a value without faults into the one form that says the same: fields in the grammar's order, ids and {@code from}
 * spelt out, defaults and empty containers left out. Comments of what is left out move to what comes next.
 */
final class CanonicalBuilder implements ShapeVisitor<CanonicalNode> {
    private final YamlNode node;
    private final Canonical canonical;

    /** What the whole file shares; {@code homeless} are comments whose place was left out, until a place follows. */
    record Canonical(ImpliedFields implied, Comments comments, ScalarReader scalars, List<String> homeless) {
        Canonical(ImpliedFields implied, Comments comments, ScalarReader scalars) {
            this(implied, comments, scalars, new ArrayList<>());
        }

        /** The comments of a place and before it those that have none. */
        Attached housed(Attached own) {
            if (homeless.isEmpty()) {
                return own;
            }
            List<String> before = new ArrayList<>(homeless);
            before.addAll(own.before());
            homeless.clear();
            return new Attached(before, own.beside());
        }
    }

    private CanonicalBuilder(YamlNode node, Canonical canonical) {
        this.node = node;
        this.canonical = canonical;
    }

    static CanonicalNode build(YamlNode node, ValueShape shape, Canonical canonical) {
        return shape.accept(new CanonicalBuilder(node, canonical));
    }

    @Override
    public CanonicalNode text(ValueShape.Text shape) {
        return new Scalar(scalar().parts(), style(shape.role()));
    }

    private static Style style(TextRole role) {
        return switch (role) {
            case CEL -> Style.QUOTED;
            case SCRIPT, SQL -> Style.LITERAL;
            default -> Style.TEXT;
        };
    }

    @Override
    public CanonicalNode whole(ValueShape.Whole shape) {
        return ScalarReader.integer(scalar().written())
                .map(number -> Scalar.bare(Long.toString(number)))
                .orElseGet(this::typed);
    }

    @Override
    public CanonicalNode truth(ValueShape.Truth shape) {
        String text = scalar().written();
        return ScalarType.of(text) == ScalarType.BOOLEAN
                ? Scalar.bare(Boolean.toString(Boolean.parseBoolean(text)))
                : typed();
    }

    // A reference decides by its text, unless quotes make it text.
    private Scalar typed() {
        return new Scalar(scalar().parts(), scalar().plain() ? Style.BARE : Style.QUOTED);
    }

    @Override
    public CanonicalNode choice(ValueShape.Choice shape) {
        return new Scalar(scalar().parts(), Style.TEXT);
    }

    @Override
    public CanonicalNode time(ValueShape.Time shape) {
        return ShapeReader.millis(scalar().written())
                .map(millis -> Scalar.text(millis > 0 && millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms"))
                .orElseGet(() -> new Scalar(scalar().parts(), Style.TEXT));
    }

    @Override
    public CanonicalNode fieldRule(ValueShape.FieldRule shape) {
        boolean computed =
                node instanceof YamlScalar scalar && scalar.written().startsWith("=") && !scalar.startsWithReference();
        return computed ? new Scalar(scalar().parts(), Style.QUOTED) : FreeCanonical.build(node, false, canonical);
    }

    @Override
    public CanonicalNode freeMap(ValueShape.FreeMap shape) {
        List<Entry> entries = new ArrayList<>();
        for (YamlMapping.Entry entry : FreeCanonical.sorted(((YamlMapping) node).entries())) {
            Attached comments = canonical.comments().takeEntry(entry.key().span());
            Optional<Field> known = shape.known().stream()
                    .filter(field -> field.name().equals(entry.key().written()))
                    .findFirst();
            boolean typed = known.isPresent() && !(entry.value() instanceof YamlScalar scalar && scalar.isNull());
            CanonicalNode value = typed
                    ? build(entry.value(), known.get().shape(), canonical)
                    : FreeCanonical.build(entry.value(), true, canonical);
            if (known.isPresent() && isDefault(known.get(), value)) {
                canonical.homeless().addAll(comments.all());
            } else {
                entries.add(new Entry(FreeCanonical.key(entry), value, canonical.housed(comments)));
            }
        }
        return new Mapping(entries);
    }

    @Override
    public CanonicalNode items(ValueShape.Items shape) {
        List<Item> items = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (YamlNode item : ((YamlSequence) node).items()) {
            Attached comments = canonical.comments().takeItem(item.span());
            boolean repeated = isSourceId(shape.item()) && !seen.add(((YamlScalar) item).written());
            if (repeated) {
                canonical.homeless().addAll(comments.all());
            } else {
                Attached housed = canonical.housed(comments);
                items.add(new Item(build(item, shape.item(), canonical), housed));
            }
        }
        return new Items(items);
    }

    // A source that is named twice counts once.
    private static boolean isSourceId(ValueShape shape) {
        return shape instanceof ValueShape.Text text && text.role() == TextRole.SOURCE_ID;
    }

    @Override
    public CanonicalNode entries(ValueShape.Entries shape) {
        List<YamlMapping.Entry> written = ((YamlMapping) node).entries();
        List<Entry> entries = new ArrayList<>();
        for (YamlMapping.Entry entry : shape.sorted() ? FreeCanonical.sorted(written) : written) {
            Attached comments =
                    canonical.housed(canonical.comments().takeEntry(entry.key().span()));
            entries.add(new Entry(FreeCanonical.key(entry), build(entry.value(), shape.value(), canonical), comments));
        }
        return new Mapping(entries);
    }

    @Override
    public CanonicalNode fields(ValueShape.Fields shape) {
        YamlMapping mapping = (YamlMapping) node;
        List<Entry> entries = new ArrayList<>();
        for (Field field : shape.type().fields()) {
            Optional<YamlMapping.Entry> written = mapping.entry(field.name());
            Attached comments = written.map(
                            entry -> canonical.comments().takeEntry(entry.key().span()))
                    .orElse(Comments.NONE);
            Optional<YamlNode> value = mapping.value(field.name());
            List<String> before = List.copyOf(canonical.homeless());
            canonical.homeless().clear();
            Optional<CanonicalNode> built = value.map(each -> build(each, field.shape(), canonical))
                    .or(() -> canonical.implied().of(mapping, field.name()));
            List<String> inner = List.copyOf(canonical.homeless());
            canonical.homeless().clear();
            canonical.homeless().addAll(before);
            if (built.isPresent() && !isLeftOut(shape.type(), mapping, field, built.get())) {
                Attached housed = canonical.housed(comments);
                entries.add(new Entry(Scalar.bare(field.name()), built.get(), withAfter(housed, inner)));
            } else {
                canonical.homeless().addAll(comments.all());
                canonical.homeless().addAll(inner);
            }
        }
        if (shape.type().isUndecided()) {
            mapping.entries().stream()
                    .filter(entry -> shape.type().field(entry.key().written()).isEmpty())
                    .forEach(entry -> entries.add(FreeCanonical.entry(entry, false, canonical)));
        }
        return new Mapping(entries);
    }

    private static Attached withAfter(Attached comments, List<String> more) {
        if (more.isEmpty()) {
            return comments;
        }
        List<String> before = new ArrayList<>(comments.before());
        before.addAll(more);
        return new Attached(before, comments.beside());
    }

    private static boolean isLeftOut(ObjectType type, YamlMapping mapping, Field field, CanonicalNode value) {
        boolean emptyMeans = field.shape() instanceof ValueShape.Items items && items.emptyMeans();
        return value.isEmpty() && !field.required() && !emptyMeans
                || isDefault(field, value)
                || repeatsUse(type, mapping, field, value);
    }

    private static boolean isDefault(Field field, CanonicalNode value) {
        return value instanceof Scalar scalar
                && field.defaultValue().equals(Optional.of(ScalarWriter.inline(scalar, false)));
    }

    // An id that says what `use` says.
    private static boolean repeatsUse(ObjectType type, YamlMapping mapping, Field field, CanonicalNode value) {
        return field.name().equals("id")
                && type.field("use").isPresent()
                && value instanceof Scalar scalar
                && mapping.value("use")
                        .filter(use ->
                                use instanceof YamlScalar name && name.parts().equals(scalar.parts()))
                        .isPresent();
    }

    @Override
    public CanonicalNode either(ValueShape.Either shape) {
        if (node instanceof YamlScalar scalar) {
            Optional<CanonicalNode> used = shape.mapping()
                    .filter(ValueShape.Variants.class::isInstance)
                    .map(variants -> used(scalar));
            return used.orElseGet(() -> listed(shape, build(node, shape.scalar().orElseThrow(), canonical)));
        }
        if (node instanceof YamlSequence) {
            return listed(shape, build(node, shape.list().orElseThrow(), canonical));
        }
        return build(node, shape.mapping().orElseThrow(), canonical);
    }

    /** A name alone is short for a mapping with {@code use}. */
    private CanonicalNode used(YamlScalar name) {
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry(Scalar.text("use"), new Scalar(name.parts(), Style.TEXT), Comments.NONE));
        canonical
                .implied()
                .of(name, "from")
                .ifPresent(from -> entries.add(new Entry(Scalar.text("from"), from, Comments.NONE)));
        return new Mapping(entries);
    }

    // One source or column stands alone; what a step reads is always a list.
    private CanonicalNode listed(ValueShape.Either shape, CanonicalNode value) {
        if (shape.list().isEmpty()) {
            return value;
        }
        boolean references =
                shape.scalar().orElseThrow() instanceof ValueShape.Text text && text.role() == TextRole.REFERENCE;
        if (value instanceof Scalar && references) {
            return new Items(List.of(new Item(value, Comments.NONE)));
        }
        if (!references && value instanceof Items items && items.items().size() == 1) {
            canonical.homeless().addAll(items.items().get(0).comments().all());
            return items.items().get(0).value();
        }
        return value;
    }

    @Override
    public CanonicalNode variants(ValueShape.Variants shape) {
        return VariantChoice.of(shape, (YamlMapping) node, canonical.scalars()).accept(this);
    }

    private YamlScalar scalar() {
        return (YamlScalar) node;
    }
}
