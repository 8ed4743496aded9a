package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.grammar.ObjectType;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody;
import io.tapstate.planner.spec.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A YAML value read by its shape in the grammar. What could not be read is there too, as {@link Faulty}. */
sealed interface Reading {
    SourceSpan span();

    /** A scalar's text, references replaced where there are variables. */
    record TextValue(String value, SourceSpan span) implements Reading {}

    record WholeValue(int value, SourceSpan span) implements Reading {}

    record TruthValue(boolean value, SourceSpan span) implements Reading {}

    record MillisValue(long value, SourceSpan span) implements Reading {}

    record RuleValue(TransformBody.Rule rule) implements Reading {
        @Override
        public SourceSpan span() {
            return rule.span();
        }
    }

    record FreeValue(Map<Located<String>, YamlValue> entries, SourceSpan span) implements Reading {}

    record ItemsValue(List<Reading> items, SourceSpan span) implements Reading {}

    /** Names are unique; entries in file order. */
    record EntriesValue(Map<Located<String>, Reading> entries, SourceSpan span) implements Reading {}

    /** A value that an unset variable decides, so that nothing can be said about it. */
    record OpenValue(SourceSpan span) implements Reading {}

    /** A value whose fault is recorded. */
    record Faulty(SourceSpan span) implements Reading {}

    /**
     * A mapping with declared fields.
     *
     * @param values the fields that are written with a value, in the grammar's order
     */
    record FieldsValue(ObjectType type, Map<String, Reading> values, SourceSpan span) implements Reading {
        /** Whether a field is written with a value, readable or not. */
        boolean has(String field) {
            return values.containsKey(field);
        }

        Optional<Reading> value(String field) {
            return Optional.ofNullable(values.get(field));
        }

        /** Whether a field is absent or readable. */
        boolean sound(String field) {
            return !(values.get(field) instanceof Faulty);
        }

        /** Where the value of a field stands, else the mapping. */
        SourceSpan spanOf(String field) {
            return has(field) ? values.get(field).span() : span;
        }

        /** A text; empty when absent, unreadable or open. */
        Optional<Located<String>> text(String field) {
            return value(field)
                    .filter(TextValue.class::isInstance)
                    .map(value -> new Located<>(((TextValue) value).value(), value.span()));
        }

        Optional<Located<Integer>> whole(String field) {
            return value(field)
                    .filter(WholeValue.class::isInstance)
                    .map(value -> new Located<>(((WholeValue) value).value(), value.span()));
        }

        Optional<Located<Boolean>> truth(String field) {
            return value(field)
                    .filter(TruthValue.class::isInstance)
                    .map(value -> new Located<>(((TruthValue) value).value(), value.span()));
        }

        Optional<Located<Long>> millis(String field) {
            return value(field)
                    .filter(MillisValue.class::isInstance)
                    .map(value -> new Located<>(((MillisValue) value).value(), value.span()));
        }

        /** A list of texts, or one alone; empty when absent or unreadable. Unreadable items are left out. */
        Optional<Located<List<Located<String>>>> texts(String field) {
            return value(field)
                    .filter(value -> value instanceof ItemsValue || value instanceof TextValue)
                    .map(value -> new Located<>(
                            items(value).stream()
                                    .filter(TextValue.class::isInstance)
                                    .map(item -> new Located<>(((TextValue) item).value(), item.span()))
                                    .toList(),
                            value.span()));
        }

        /** The items of a list; none when absent or unreadable. */
        List<Reading> items(String field) {
            return value(field).map(FieldsValue::items).orElse(List.of());
        }

        Map<Located<String>, YamlValue> free(String field) {
            return value(field)
                    .filter(FreeValue.class::isInstance)
                    .map(value -> ((FreeValue) value).entries())
                    .orElse(Map.of());
        }

        Optional<EntriesValue> entries(String field) {
            return value(field).filter(EntriesValue.class::isInstance).map(EntriesValue.class::cast);
        }

        Optional<FieldsValue> section(String field) {
            return value(field).filter(FieldsValue.class::isInstance).map(FieldsValue.class::cast);
        }

        private static List<Reading> items(Reading value) {
            return value instanceof ItemsValue list ? list.items() : List.of(value);
        }
    }
}
