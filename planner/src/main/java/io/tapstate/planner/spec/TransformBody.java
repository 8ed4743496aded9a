package io.tapstate.planner.spec;

import io.tapstate.connectors.diagnostics.SourceSpan;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a transform does, inline in a pipeline or as a resource of its own. */
public sealed interface TransformBody {
    /** The spelling of {@code type}. */
    String type();

    /** Whether {@code from} is a mapping of alias to reference. */
    default boolean takesAliases() {
        return false;
    }

    record Filter(Located<String> expression) implements TransformBody {
        @Override
        public String type() {
            return "filter";
        }
    }

    /** @param fields output name to rule, in file order */
    record MapRows(Map<Located<String>, Rule> fields) implements TransformBody {
        @Override
        public String type() {
            return "map";
        }
    }

    record Script(Located<String> script) implements TransformBody {
        @Override
        public String type() {
            return "js";
        }
    }

    record Union() implements TransformBody {
        @Override
        public String type() {
            return "union";
        }
    }

    record Join(Located<String> engine, Located<String> sql) implements TransformBody {
        @Override
        public String type() {
            return "join";
        }

        @Override
        public boolean takesAliases() {
            return true;
        }
    }

    /**
     * @param primaryKey column that names the document, where it is not the root's key
     * @param stateDatabase the state namespace
     */
    record Nest(
            Optional<Located<String>> primaryKey,
            Optional<Located<String>> order,
            Optional<Located<Integer>> entriesInMemory,
            Optional<Located<Integer>> maxElementsPerDocument,
            Optional<Located<String>> stateDatabase,
            RootSpec root)
            implements TransformBody {
        @Override
        public String type() {
            return "nest";
        }

        @Override
        public boolean takesAliases() {
            return true;
        }
    }

    /** @param key columns; empty when not written */
    record RootSpec(
            Located<String> from,
            List<Located<String>> key,
            Optional<Located<String>> mode,
            List<EmbedSpec> embeds,
            SourceSpan span) {
        public RootSpec {
            key = List.copyOf(key);
            embeds = List.copyOf(embeds);
        }
    }

    /** How embedded rows stand in their parent. */
    enum Shape {
        /** A list in array-key order, {@code []} when empty. */
        ARRAY,
        /** A sub-document; absent when there is none. */
        OBJECT,
        /** The row's fields stand in the parent itself. */
        FLAT
    }

    /**
     * @param on column of the embedded stream to column of the parent, in file order
     * @param path absent exactly for {@link Shape#FLAT}
     * @param key the columns that identify an embedded row; empty when not written
     * @param arrayKey empty when not written
     */
    record EmbedSpec(
            Located<String> from,
            Located<Map<Located<String>, Located<String>>> on,
            Located<Shape> shape,
            Optional<Located<String>> path,
            List<Located<String>> key,
            List<Located<String>> arrayKey,
            boolean ignoreUpdates,
            List<EmbedSpec> embeds,
            SourceSpan span) {
        public EmbedSpec {
            key = List.copyOf(key);
            arrayKey = List.copyOf(arrayKey);
            embeds = List.copyOf(embeds);
        }
    }

    /** What one field of a {@code map} becomes. */
    sealed interface Rule {
        SourceSpan span();

        /** {@code "$source"}: the value of another column, which is consumed. */
        record Rename(String source, SourceSpan span) implements Rule {}

        /** {@code false}: no such field in the output. */
        record Drop(SourceSpan span) implements Rule {}

        /** {@code "=expr"}: CEL over the row as it came in. */
        record Computed(String expression, SourceSpan span) implements Rule {}

        record Constant(YamlValue value) implements Rule {
            @Override
            public SourceSpan span() {
                return value.span();
            }
        }
    }
}
