package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Reading.Faulty;
import io.tapstate.planner.dsl.Reading.FieldsValue;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.grammar.Barred;
import io.tapstate.planner.grammar.Field;
import io.tapstate.planner.grammar.ObjectType;
import io.tapstate.planner.grammar.ValueShape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads a mapping with declared fields: refuses what is not declared, demands what is required. */
final class FieldsReader {
    private final ScalarReader scalars;
    private final Faults faults;

    FieldsReader(ScalarReader scalars, Faults faults) {
        this.scalars = scalars;
        this.faults = faults;
    }

    FieldsValue read(YamlMapping mapping, ObjectType type) {
        Map<String, Reading> values = new LinkedHashMap<>();
        for (Field field : type.fields()) {
            Optional<YamlNode> node = mapping.value(field.name());
            if (node.isPresent()) {
                values.put(field.name(), value(field, node.get()));
            } else if (field.required()) {
                missing(mapping, type, field);
            }
        }
        mapping.entries().forEach(entry -> undeclared(entry.key(), type));
        return new FieldsValue(type, values, mapping.span());
    }

    private Reading value(Field field, YamlNode node) {
        boolean unwired = field.wiring().isPresent()
                && field.shape() instanceof ValueShape.Entries
                && (!(node instanceof YamlMapping mapping) || mapping.entries().isEmpty());
        if (unwired) {
            composition(node, field);
            return new Faulty(node.span());
        }
        return ShapeReader.read(field.name(), node, field.shape(), scalars, faults);
    }

    private void missing(YamlMapping mapping, ObjectType type, Field field) {
        if (field.wiring().isPresent()) {
            composition(mapping, field);
            return;
        }
        faults.add(
                mapping.span(),
                DslError.REQUIRED_FIELD,
                "field",
                field.name(),
                "where",
                type.title(),
                "expected",
                field.shape().expected());
    }

    private void composition(YamlNode node, Field field) {
        Field.Wiring wiring = field.wiring().orElseThrow();
        faults.add(node.span(), DslError.COMPOSITION, "detail", wiring.detail(), "remedy", wiring.remedy());
    }

    private void undeclared(YamlScalar key, ObjectType type) {
        String name = key.written();
        Optional<Barred> barred = type.barred(name);
        if (barred.isPresent()) {
            barred(key, type.title(), barred.get(), faults);
        } else if (!type.isUndecided() && type.field(name).isEmpty()) {
            faults.add(
                    key.span(),
                    DslError.UNKNOWN_FIELD,
                    "field",
                    name,
                    "where",
                    type.title(),
                    "suggestion",
                    NearestName.suggestion(name, type.fieldNames()));
        }
    }

    static void barred(YamlScalar key, String where, Barred barred, Faults faults) {
        switch (barred.reason()) {
            case FORBIDDEN ->
                faults.add(
                        key.span(),
                        DslError.FORBIDDEN_FIELD,
                        "field",
                        barred.name(),
                        "where",
                        where,
                        "remedy",
                        barred.remedy());
            case MOVED ->
                faults.add(
                        key.span(),
                        DslError.UNKNOWN_FIELD,
                        "field",
                        barred.name(),
                        "where",
                        where,
                        "suggestion",
                        barred.remedy());
            case OLDER ->
                faults.add(
                        key.span(),
                        DslError.OLDER_DIALECT,
                        "found",
                        "`" + barred.name() + "` in " + where,
                        "remedy",
                        barred.remedy());
        }
    }
}
