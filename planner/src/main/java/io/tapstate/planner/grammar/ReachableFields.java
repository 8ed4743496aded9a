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

    /**
     * Every field of any form, in canonical order as far as there is one; required when each form requires it, a choice
     * with the spellings of all of them.
     */
    List<Field> fields() {
        Map<String, Field> fields = new LinkedHashMap<>();
        forms.forEach(form -> form.forEach(field -> fields.merge(field.name(), field, ReachableFields::merged)));
        return fields.values().stream()
                .map(field -> forms.stream().allMatch(form -> requires(form, field)) ? field : optional(field))
                .toList();
    }

    /** The fields to list for the value: all, unless its variants have little in common. */
    List<Field> listedFields() {
        List<Field> all = fields();
        List<Field> common = all.stream()
                .filter(field -> forms.stream().allMatch(form -> usedForms.contains(form) || has(form, field))
                        || usedForms.stream().anyMatch(form -> has(form, field)))
                .toList();
        return variants.isEmpty() || 2 * common.size() >= all.size() ? all : common;
    }

    private static boolean requires(List<Field> form, Field field) {
        return form.stream().anyMatch(each -> each.name().equals(field.name()) && each.required());
    }

    private static boolean has(List<Field> form, Field field) {
        return form.stream().anyMatch(each -> each.name().equals(field.name()));
    }

    private static Field merged(Field first, Field more) {
        if (!(first.shape() instanceof ValueShape.Choice choice)
                || !(more.shape() instanceof ValueShape.Choice other)) {
            return first;
        }
        List<Spelling> spellings = new ArrayList<>(choice.spellings());
        other.spellings().stream()
                .filter(spelling -> !spellings.contains(spelling))
                .forEach(spellings::add);
        return with(first, new ValueShape.Choice(spellings, choice.older()), first.required());
    }

    private static Field optional(Field field) {
        return with(field, field.shape(), false);
    }

    private static Field with(Field field, ValueShape shape, boolean required) {
        return new Field(
                field.name(),
                shape,
                required,
                field.description(),
                field.defaultValue(),
                field.otherwise(),
                field.wiring());
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
