package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A parsed YAML value that knows its place and its field path. */
sealed interface YamlNode {
    SourceSpan span();

    /** What it is, for messages: {@code a list}, {@code a mapping}, or the scalar's text. */
    String describe();

    /** Entries in file order; keys are unique as written. */
    record YamlMapping(List<Entry> entries, SourceSpan span) implements YamlNode {
        record Entry(YamlScalar key, YamlNode value) {}

        /** The value under a name; a name without a value, or with null, reads as absent. */
        Optional<YamlNode> value(String name) {
            return entry(name)
                    .map(Entry::value)
                    .filter(value -> !(value instanceof YamlScalar scalar && scalar.isNull()));
        }

        Optional<Entry> entry(String name) {
            return entries.stream()
                    .filter(entry -> entry.key().written().equals(name))
                    .findFirst();
        }

        @Override
        public String describe() {
            return "a mapping";
        }
    }

    record YamlSequence(List<YamlNode> items, SourceSpan span) implements YamlNode {
        @Override
        public String describe() {
            return "a list";
        }
    }

    /**
     * @param plain written without quotes, so that its text decides its type
     * @param parts its text, references apart
     */
    record YamlScalar(List<Interpolation.Part> parts, boolean plain, SourceSpan span) implements YamlNode {
        /** The text as written, references included. */
        String written() {
            return parts.stream().map(Interpolation.Part::text).collect(Collectors.joining());
        }

        boolean startsWithReference() {
            return !parts.isEmpty() && parts.get(0).reference();
        }

        boolean isNull() {
            return plain && ScalarType.of(written()) == ScalarType.NULL;
        }

        @Override
        public String describe() {
            return isNull() ? "nothing" : written();
        }
    }
}
