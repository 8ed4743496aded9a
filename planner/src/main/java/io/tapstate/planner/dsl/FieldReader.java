package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import io.tapstate.planner.plan.PlanError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the fields of one mapping. Asking for a field declares it, {@link #finish} refuses every field nobody asked
 * for: so nothing is parsed and ignored, and the grammar is written down once. A faulty field is recorded and reads as
 * absent.
 */
final class FieldReader {
    /** Stands for a setting whose value could not be read: like a reference, it is judged no further. */
    private static final String UNREADABLE = "${}";

    private final YamlMapping mapping;
    private final String where;
    private final ScalarReader scalars;
    private final Faults faults;
    private final Set<String> declared = new LinkedHashSet<>();

    /** @param where the mapping for messages, for example {@code a pipeline} */
    FieldReader(YamlMapping mapping, String where, ScalarReader scalars, Faults faults) {
        this.mapping = mapping;
        this.where = where;
        this.scalars = scalars;
        this.faults = faults;
    }

    SourceSpan span() {
        return mapping.span();
    }

    /** Any scalar, as text; empty when absent. */
    Optional<Located<String>> text(String field) {
        return value(field).flatMap(node -> scalar(field, node, "a single value"));
    }

    /** The text of a field that may also be a mapping; empty when it is one. */
    Optional<Located<String>> textOnly(String field) {
        return value(field).filter(YamlScalar.class::isInstance).flatMap(node -> scalar(field, node, "a name"));
    }

    /** Text that must be there and hold something. */
    Optional<Located<String>> requiredText(String field, String expected) {
        return required(field, expected).flatMap(node -> scalar(field, node, expected));
    }

    /** An id: not blank, no dot, no control character. */
    Optional<Located<String>> id(String field) {
        return text(field).filter(id -> isId(field, id));
    }

    Optional<Located<String>> requiredId(String field, String expected) {
        return requiredText(field, expected).filter(id -> isId(field, id));
    }

    /** One of the given spellings. A spelling mapped to empty is in the language but not run by this release. */
    <E> Optional<Located<E>> choice(String field, Map<String, Optional<E>> spellings) {
        Optional<Located<String>> text = text(field);
        if (text.isEmpty() || scalars.isOpen(text.get().value())) {
            return Optional.empty();
        }
        String spelling = text.get().value();
        SourceSpan span = text.get().span();
        if (!spellings.containsKey(spelling)) {
            illegal(span, field, spelling, NearestName.oneOf(spellings.keySet()));
            return Optional.empty();
        }
        Optional<E> choice = spellings.get(spelling);
        if (choice.isEmpty()) {
            faults.add(span, PlanError.NOT_SUPPORTED_YET, "feature", "`" + field + ": " + spelling + "`");
        }
        return choice.map(value -> new Located<>(value, span));
    }

    /** A whole number within bounds. */
    Optional<Located<Integer>> number(String field, int least, int most) {
        String expected = "a whole number from " + least + " to " + most;
        Optional<YamlNode> node = value(field);
        Optional<Located<String>> text = node.flatMap(value -> scalar(field, value, expected));
        if (text.isEmpty() || scalars.isOpen(text.get().value())) {
            return Optional.empty();
        }
        boolean plain = node.get() instanceof YamlScalar scalar && scalar.plain();
        Optional<Long> number = plain ? ScalarReader.integer(text.get().value()) : Optional.empty();
        if (number.isEmpty() || number.get() < least || number.get() > most) {
            illegal(text.get().span(), field, text.get().value(), expected);
            return Optional.empty();
        }
        return Optional.of(new Located<>(number.get().intValue(), text.get().span()));
    }

    /** A YAML boolean, {@code true} or {@code false}. */
    void bool(String field) {
        value(field)
                .flatMap(node -> scalar(field, node, "true or false").filter(text -> {
                    boolean plain = node instanceof YamlScalar scalar && scalar.plain();
                    return !(plain && ScalarType.of(text.value()) == ScalarType.BOOLEAN)
                            && !scalars.isOpen(text.value());
                }))
                .ifPresent(text -> illegal(text.span(), field, text.value(), "true or false"));
    }

    /** A list of scalars, or where {@code single} also one alone. Empty when absent. */
    Optional<Located<List<Located<String>>>> texts(String field, boolean single, String expected) {
        Optional<YamlNode> node = value(field);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (single && node.get() instanceof YamlScalar) {
            return scalar(field, node.get(), expected).map(text -> new Located<>(List.of(text), text.span()));
        }
        if (!(node.get() instanceof YamlSequence sequence)) {
            illegal(node.get().span(), field, node.get().describe(), expected);
            return Optional.empty();
        }
        List<Located<String>> texts = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (YamlNode item : sequence.items()) {
            Optional<Located<String>> text = scalar(field, item, "a single value");
            if (text.isPresent() && !single && !seen.add(text.get().value())) {
                illegal(item.span(), field, text.get().value(), "a name that the list does not have yet");
            } else {
                text.ifPresent(texts::add);
            }
        }
        return Optional.of(new Located<>(List.copyOf(texts), sequence.span()));
    }

    /** Keys to scalars, in file order. With {@code strings}, a value that reads as a number or boolean is refused. */
    Optional<Located<Map<Located<String>, Located<String>>>> textMap(String field, boolean strings, String expected) {
        Optional<YamlMapping> node = mapping(field, expected);
        if (node.isEmpty()) {
            return Optional.empty();
        }
        Map<Located<String>, Located<String>> texts = new LinkedHashMap<>();
        for (YamlMapping.Entry entry : node.get().entries()) {
            String name = field + "." + entry.key().written();
            boolean typed = strings && entry.value() instanceof YamlScalar scalar && !scalars.isText(scalar);
            if (typed) {
                illegal(entry.value().span(), name, entry.value().describe(), "text (quote it)");
                continue;
            }
            Optional<Located<String>> key = scalar(name, entry.key(), "a name");
            Optional<Located<String>> value = scalar(name, entry.value(), "a single value");
            if (key.isPresent() && value.isPresent()) {
                texts.put(key.get(), value.get());
            }
        }
        return Optional.of(new Located<>(texts, node.get().span()));
    }

    /** Keys to scalars whose references stay as written: settings that are resolved where a connection is opened. */
    Optional<Located<Map<Located<String>, Located<String>>>> unresolvedMap(String field) {
        Optional<YamlMapping> node = mapping(field, "a mapping");
        if (node.isEmpty()) {
            return Optional.empty();
        }
        Map<Located<String>, Located<String>> texts = new LinkedHashMap<>();
        for (YamlMapping.Entry entry : node.get().entries()) {
            Located<String> key =
                    new Located<>(entry.key().written(), entry.key().span());
            SourceSpan span = entry.value().span();
            Located<String> unreadable = new Located<>(UNREADABLE, span);
            if (entry.value() instanceof YamlScalar scalar && !scalar.isNull()) {
                texts.put(key, scalars.unresolved(scalar).orElse(unreadable));
            } else {
                illegal(span, field + "." + key.value(), entry.value().describe(), "a single value");
                texts.put(key, unreadable);
            }
        }
        return Optional.of(new Located<>(texts, node.get().span()));
    }

    /** The mapping under a field, unread. */
    Optional<YamlMapping> mapping(String field, String expected) {
        Optional<YamlNode> node = value(field);
        if (node.isPresent() && !(node.get() instanceof YamlMapping)) {
            illegal(node.get().span(), field, node.get().describe(), expected);
            return Optional.empty();
        }
        return node.map(YamlMapping.class::cast);
    }

    Optional<FieldReader> section(String field, String what) {
        return mapping(field, "a mapping").map(section -> new FieldReader(section, what, scalars, faults));
    }

    Optional<FieldReader> requiredSection(String field, String what, String expected) {
        return required(field, expected).isPresent() ? section(field, what) : Optional.empty();
    }

    /** The items of a list; empty when absent. */
    List<YamlNode> items(String field) {
        Optional<YamlNode> node = value(field);
        if (node.isPresent() && !(node.get() instanceof YamlSequence)) {
            illegal(node.get().span(), field, node.get().describe(), "a list");
        }
        return node.filter(YamlSequence.class::isInstance)
                .map(list -> ((YamlSequence) list).items())
                .orElse(List.of());
    }

    /** Fields that are in the language but that this release does not run. */
    void notYet(String... fields) {
        for (String field : fields) {
            if (has(field)) {
                faults.add(spanOf(field), PlanError.NOT_SUPPORTED_YET, "feature", "`" + field + "` of " + where);
            }
        }
    }

    /** Whether a field is written with a value. */
    boolean has(String field) {
        return value(field).isPresent();
    }

    /** Where a field's name stands, else the mapping itself. */
    SourceSpan spanOf(String field) {
        return entry(field).map(entry -> entry.key().span()).orElse(mapping.span());
    }

    void missing(String field, String expected) {
        faults.add(mapping.span(), DslError.REQUIRED_FIELD, "field", field, "where", where, "expected", expected);
    }

    /** Refuses every field that was never asked for. */
    void finish() {
        for (YamlMapping.Entry entry : mapping.entries()) {
            String field = entry.key().written();
            if (!declared.contains(field)) {
                faults.add(
                        entry.key().span(),
                        DslError.UNKNOWN_FIELD,
                        "field",
                        field,
                        "where",
                        where,
                        "suggestion",
                        NearestName.suggestion(field, declared));
            }
        }
    }

    private Optional<YamlNode> required(String field, String expected) {
        Optional<YamlNode> node = value(field);
        if (node.isEmpty()) {
            missing(field, expected);
        }
        return node;
    }

    // A field without a value reads as absent: `tables:` with nothing behind it names no table and asks for nothing.
    private Optional<YamlNode> value(String field) {
        declared.add(field);
        return entry(field)
                .map(YamlMapping.Entry::value)
                .filter(node -> !(node instanceof YamlScalar scalar && scalar.isNull()));
    }

    private Optional<YamlMapping.Entry> entry(String field) {
        return mapping.entries().stream()
                .filter(entry -> entry.key().written().equals(field))
                .findFirst();
    }

    private Optional<Located<String>> scalar(String field, YamlNode node, String expected) {
        if (!(node instanceof YamlScalar scalar) || scalar.isNull()) {
            illegal(node.span(), field, node.describe(), expected);
            return Optional.empty();
        }
        Optional<Located<String>> text = scalars.text(scalar);
        if (text.isPresent() && text.get().value().isBlank()) {
            illegal(node.span(), field, text.get().value(), expected + ", not blank");
            return Optional.empty();
        }
        return text;
    }

    private boolean isId(String field, Located<String> id) {
        boolean legal = id.value().indexOf('.') < 0 && id.value().codePoints().noneMatch(Character::isISOControl)
                || scalars.isOpen(id.value());
        if (!legal) {
            illegal(id.span(), field, id.value(), "an id without dots and control characters");
        }
        return legal;
    }

    private void illegal(SourceSpan span, String field, String value, String expected) {
        faults.add(span, DslError.ILLEGAL_VALUE, "field", field, "value", value, "expected", expected);
    }
}
