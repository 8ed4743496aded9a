package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.Interpolation.Part;
import java.util.List;

/** A value as it will be written, with its comments. */
sealed interface CanonicalNode {
    /** Whether it holds nothing, so that leaving it out says the same. */
    default boolean isEmpty() {
        return false;
    }

    /** How a scalar is written. */
    enum Style {
        /** Without quotes where its text reads as text then, else in double quotes. */
        TEXT,
        /** In double quotes. */
        QUOTED,
        /** Without quotes as it stands: a number, boolean or null, or a reference whose text decides its type. */
        BARE,
        /** Line by line, where it can be. */
        LITERAL
    }

    record Scalar(List<Part> parts, Style style) implements CanonicalNode {
        static Scalar bare(String text) {
            return new Scalar(List.of(Part.plain(text)), Style.BARE);
        }

        static Scalar text(String text) {
            return new Scalar(List.of(Part.plain(text)), Style.TEXT);
        }
    }

    record Item(CanonicalNode value, Comments.Attached comments) {}

    record Items(List<Item> items) implements CanonicalNode {
        @Override
        public boolean isEmpty() {
            return items.isEmpty();
        }

        /** Whether it fits on one line: scalars only, and no comment that would have no place there. */
        boolean isFlat() {
            return items.stream()
                    .allMatch(item -> item.value() instanceof Scalar scalar
                            && ScalarWriter.fitsFlow(scalar)
                            && item.comments().all().isEmpty());
        }
    }

    record Entry(Scalar key, CanonicalNode value, Comments.Attached comments) {}

    record Mapping(List<Entry> entries) implements CanonicalNode {
        @Override
        public boolean isEmpty() {
            return entries.isEmpty();
        }
    }
}
