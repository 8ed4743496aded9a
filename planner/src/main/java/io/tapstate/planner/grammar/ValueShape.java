package io.tapstate.planner.grammar;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What may stand as a value. */
public sealed interface ValueShape {
    <R> R accept(ShapeVisitor<R> visitor);

    /** With its article, for messages: what is expected. */
    String expected();

    /**
     * A scalar, read as its text.
     *
     * @param strict a number, boolean or null is refused; without it {@code 3306} reads as the text {@code 3306}
     */
    record Text(TextRole role, boolean strict) implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.text(this);
        }

        @Override
        public String expected() {
            return strict ? "text (quote it)" : role.one();
        }
    }

    /** A whole number; both bounds are allowed. */
    record Whole(int least, int most) implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.whole(this);
        }

        @Override
        public String expected() {
            return "a whole number from " + least + " to " + most;
        }
    }

    /** A YAML boolean. */
    record Truth() implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.truth(this);
        }

        @Override
        public String expected() {
            return "true or false";
        }
    }

    /**
     * One of a few spellings, exactly.
     *
     * @param older spellings of the older dialect, with what to write instead
     */
    record Choice(List<Spelling> spellings, Map<String, String> older) implements ValueShape {
        public Choice {
            spellings = List.copyOf(spellings);
            older = Map.copyOf(older);
        }

        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.choice(this);
        }

        public List<String> texts() {
            return spellings.stream().map(Spelling::text).toList();
        }

        @Override
        public String expected() {
            List<String> texts = texts();
            return texts.size() == 1 ? "`" + texts.get(0) + "`" : "one of `" + String.join("`, `", texts) + "`";
        }
    }

    /** A length of time: digits, then {@code ms} (or nothing) or {@code s}. */
    record Time(long mostMillis) implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.time(this);
        }

        @Override
        public String expected() {
            return "a time up to an hour, for example `50ms` or `2s`";
        }
    }

    /** What one field of a projection becomes: {@code $column}, {@code =expression}, {@code false} or a constant. */
    record FieldRule() implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.fieldRule(this);
        }

        @Override
        public String expected() {
            return "`$COLUMN`, `=EXPRESSION`, `false` or a constant";
        }
    }

    /**
     * A mapping of any keys to any YAML, kept as written.
     *
     * @param known keys that have a meaning, and so a shape
     * @param resolvedLater references in it stay as written until a connection is opened
     */
    record FreeMap(List<Field> known, List<Barred> barred, boolean resolvedLater) implements ValueShape {
        public FreeMap {
            known = List.copyOf(known);
            barred = List.copyOf(barred);
        }

        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.freeMap(this);
        }

        @Override
        public String expected() {
            return "a mapping";
        }
    }

    /**
     * A list.
     *
     * @param distinct no item twice
     * @param filled at least one item
     * @param emptyMeans an empty list is not the same as none
     */
    record Items(ValueShape item, String many, boolean distinct, boolean filled, boolean emptyMeans)
            implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.items(this);
        }

        @Override
        public String expected() {
            return "a list of " + many;
        }
    }

    /**
     * A mapping of names to values of one shape.
     *
     * @param key what a name is, with its article
     * @param sorted the canonical order is by name; else it is the author's
     * @param filled at least one entry
     */
    record Entries(String key, ValueShape value, String what, boolean sorted, boolean filled) implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.entries(this);
        }

        @Override
        public String expected() {
            return "a mapping of " + what;
        }
    }

    /** A mapping with declared fields. */
    record Fields(ObjectType type) implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.fields(this);
        }

        @Override
        public String expected() {
            List<String> required = type.fields().stream()
                    .filter(Field::required)
                    .map(Field::name)
                    .toList();
            return required.isEmpty() ? "a mapping" : "a mapping with `" + String.join("`, `", required) + "`";
        }
    }

    /** Several spellings, told apart by the kind of YAML node. */
    record Either(Optional<ValueShape> scalar, Optional<ValueShape> list, Optional<ValueShape> mapping)
            implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.either(this);
        }

        /** The spellings there are. */
        public List<ValueShape> shapes() {
            return Stream.of(scalar, list, mapping).flatMap(Optional::stream).toList();
        }

        @Override
        public String expected() {
            return String.join(
                    " or ", shapes().stream().map(ValueShape::expected).toList());
        }
    }

    /**
     * A mapping whose fields depend on one of them.
     *
     * @param used the shape when {@code use} is written
     * @param discriminator the field that decides; absent where only {@code use} does
     * @param byValue its values
     * @param otherwise the shape when neither decides; where there is a discriminator this one records that fault
     */
    record Variants(
            Optional<ValueShape> used,
            Optional<String> discriminator,
            Map<String, ValueShape> byValue,
            ValueShape otherwise)
            implements ValueShape {
        @Override
        public <R> R accept(ShapeVisitor<R> visitor) {
            return visitor.variants(this);
        }

        @Override
        public String expected() {
            return otherwise.expected();
        }
    }
}
