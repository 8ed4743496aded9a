package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a field path can go on with from a value: the named variants of a mapping, and the fields of all its forms. */
final class ReachableFields implements ShapeVisitor<Void> {
    private final List<ValueShape.Variants> variants = new ArrayList<>();
    private final List<List<Field>> forms = new ArrayList<>();
    private final List<List<Field>> usedForms = new ArrayList<>();

    private ReachableFields() {}

    static ReachableFields of(ValueShape shape) {
        ReachableFields reachable = new ReachableFields();
        shape.accept(reachable);
        return reachable;
    }

    /** Name of a variant to its shape. */
    Map<String, ValueShape> variants() {
        Map<String, ValueShape> named = new LinkedHashMap<>();
        variants.forEach(each -> named.putAll(each.byValue()));
        return named;
    }

    /** What choosing a variant means, where the grammar says it. */
    Optional<String> meaning(String variant) {
        return variants.stream()
                .flatMap(each -> each.discriminator().stream())
                .flatMap(discriminator ->
                        fields().stream().filter(field -> field.name().equals(discriminator)))
                .flatMap(field -> ((ValueShape.Choice) field.shape()).spellings().stream())
                .filter(spelling -> spelling.text().equals(variant))
                .map(Spelling::meaning)
                .findFirst();
    }

    /** Every field of any form, the first of a name, in canonical order as far as there is one. */
    List<Field> fields() {
        Map<String, Field> fields = new LinkedHashMap<>();
        forms.forEach(form -> form.forEach(field -> {
            if (field.shape() instanceof ValueShape.Choice choice && fields.containsKey(field.name())) {
                fields.computeIfPresent(field.name(), (name, first) -> withMore(first, choice));
            } else {
                fields.putIfAbsent(field.name(), field);
            }
        }));
        return List.copyOf(fields.values());
    }

    /** The fields that every variant has, and those of the form with {@code use}. */
    List<Field> commonFields() {
        return fields().stream()
                .filter(field -> forms.stream().allMatch(form -> usedForms.contains(form) || has(form, field))
                        || usedForms.stream().anyMatch(form -> has(form, field)))
                .toList();
    }

    private static boolean has(List<Field> form, Field field) {
        return form.stream().anyMatch(each -> each.name().equals(field.name()));
    }

    private static Field withMore(Field first, ValueShape.Choice more) {
        if (!(first.shape() instanceof ValueShape.Choice choice)) {
            return first;
        }
        List<Spelling> spellings = new ArrayList<>(choice.spellings());
        more.spellings().stream()
                .filter(spelling -> !spellings.contains(spelling))
                .forEach(spellings::add);
        return new Field(
                first.name(),
                new ValueShape.Choice(spellings, choice.older()),
                first.required(),
                first.description(),
                first.defaultValue(),
                first.otherwise(),
                first.wiring());
    }

    @Override
    public Void text(ValueShape.Text shape) {
        return null;
    }

    @Override
    public Void whole(ValueShape.Whole shape) {
        return null;
    }

    @Override
    public Void truth(ValueShape.Truth shape) {
        return null;
    }

    @Override
    public Void choice(ValueShape.Choice shape) {
        return null;
    }

    @Override
    public Void time(ValueShape.Time shape) {
        return null;
    }

    @Override
    public Void fieldRule(ValueShape.FieldRule shape) {
        return null;
    }

    @Override
    public Void freeMap(ValueShape.FreeMap shape) {
        forms.add(shape.known());
        return null;
    }

    @Override
    public Void items(ValueShape.Items shape) {
        return shape.item().accept(this);
    }

    @Override
    public Void entries(ValueShape.Entries shape) {
        return shape.value().accept(this);
    }

    @Override
    public Void fields(ValueShape.Fields shape) {
        forms.add(shape.type().fields());
        return null;
    }

    @Override
    public Void either(ValueShape.Either shape) {
        shape.shapes().forEach(each -> each.accept(this));
        return null;
    }

    @Override
    public Void variants(ValueShape.Variants shape) {
        if (shape.discriminator().isPresent()) {
            variants.add(shape);
            shape.byValue().values().forEach(each -> each.accept(this));
        } else {
            shape.otherwise().accept(this);
        }
        shape.used().ifPresent(used -> {
            int before = forms.size();
            used.accept(this);
            usedForms.addAll(forms.subList(before, forms.size()));
        });
        return null;
    }
}
