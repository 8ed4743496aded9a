package io.tapstate.planner.resolve;

import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.PipelineSpec;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Reads {@code from} references by text alone. A step wins over a table; a bare table name must stand in one source
 * only; where a source is open (no {@code tables}, or a regular expression among them) a name may be one of its tables.
 */
final class ReferenceReader {
    private final PipelineSpec pipeline;
    private final Map<String, SourceSpec> sources;
    private final Faults faults;
    private final Set<String> steps = new TreeSet<>();

    ReferenceReader(PipelineSpec pipeline, Map<String, SourceSpec> sources, Faults faults) {
        this.pipeline = pipeline;
        this.sources = sources;
        this.faults = faults;
        pipeline.steps().forEach(step -> steps.add(step.id().value()));
    }

    /**
     * @param viewToo whether the view may be named
     * @return empty when a fault was recorded, or the reference still holds a variable
     */
    Optional<Reference> read(Located<String> written, boolean viewToo) {
        String text = written.value();
        if (text.contains("${")) {
            return Optional.empty();
        }
        if (isPattern(text)) {
            return pattern(written);
        }
        boolean view = viewToo
                && pipeline.view()
                        .filter(spec -> spec.id().value().equals(text))
                        .isPresent();
        if (steps.contains(text)) {
            return Optional.of(new Reference.ToStep(text));
        }
        if (view) {
            return Optional.of(new Reference.ToView());
        }
        if (sources.containsKey(text) && candidates(text).isEmpty()) {
            return Optional.of(new Reference.ToSource(text));
        }
        int dot = text.indexOf('.');
        boolean qualified = dot > 0 && isSource(text.substring(0, dot));
        return qualified ? qualified(written, text.substring(0, dot), text.substring(dot + 1)) : bare(written, dot);
    }

    private Optional<Reference> pattern(Located<String> written) {
        String text = written.value();
        try {
            return Optional.of(new Reference.ToPattern(Pattern.compile(text.substring(1, text.length() - 1))));
        } catch (PatternSyntaxException | StackOverflowError e) {
            String detail = e instanceof PatternSyntaxException syntax ? syntax.getDescription() : "it nests too deep";
            faults.add(written.span(), ResolveError.FROM_REGEX_INVALID, "regex", text, "detail", detail);
            return Optional.empty();
        }
    }

    private boolean isSource(String id) {
        return pipeline.sources().stream().anyMatch(source -> source.value().equals(id));
    }

    private Optional<Reference> qualified(Located<String> written, String sourceId, String table) {
        SourceSpec source = sources.get(sourceId);
        if (source == null) {
            // The missing or broken source has its own fault.
            return Optional.empty();
        }
        if (source.tables().isPresent() && source.tables().get().value().isEmpty()) {
            // A source that selects nothing has its own fault.
            return Optional.empty();
        }
        if (isOpen(source) || listed(source).contains(table)) {
            return Optional.of(new Reference.ToTable(sourceId, table));
        }
        return missing(written, table, "table in `tables` of the source `" + sourceId + "`", listed(source));
    }

    private Optional<Reference> bare(Located<String> written, int dot) {
        String text = written.value();
        List<String> having = candidates(text);
        if (having.size() > 1) {
            faults.add(
                    written.span(),
                    DslError.AMBIGUOUS_REFERENCE,
                    "ref",
                    text,
                    "candidates",
                    NearestName.oneOf(having.stream().map(id -> id + "." + text).toList()));
            return Optional.empty();
        }
        if (having.size() == 1) {
            return Optional.of(new Reference.ToTable(having.get(0), text));
        }
        if (sources.values().stream().anyMatch(ReferenceReader::isOpen)) {
            return Optional.of(new Reference.ToSomeTable(text));
        }
        // A source that could not be read has its fault, and what it holds is not known.
        boolean unread = pipeline.stepsUnread()
                || pipeline.sources().isEmpty()
                || faults.under(pipeline.span(), "source")
                || sources.size() < pipeline.sources().size();
        if (unread) {
            return Optional.empty();
        }
        if (dot > 0) {
            return missing(
                    written,
                    text.substring(0, dot),
                    "source of the pipeline",
                    pipeline.sources().stream().map(Located::value).toList());
        }
        Set<String> names = new TreeSet<>(steps);
        sources.values().forEach(source -> names.addAll(listed(source)));
        sources.keySet().forEach(id -> names.add(id));
        return missing(written, text, "step or table of the pipeline", names);
    }

    /** The ids of the sources that list a table. */
    private List<String> candidates(String table) {
        List<String> having = new ArrayList<>();
        sources.forEach((id, source) -> {
            if (listed(source).contains(table)) {
                having.add(id);
            }
        });
        return having;
    }

    private Optional<Reference> missing(
            Located<String> written, String name, String what, Collection<String> candidates) {
        faults.add(
                written.span(),
                DslError.MISSING_REFERENCE,
                "ref",
                name,
                "what",
                what,
                "suggestion",
                NearestName.suggestion(name, candidates));
        return Optional.empty();
    }

    /** Whether a source may have tables that its text does not list. */
    static boolean isOpen(SourceSpec source) {
        return source.tables().isEmpty()
                || source.tables().get().value().stream()
                        .anyMatch(
                                table -> table.pattern() || table.name().value().contains("${"));
    }

    /** The table names a source lists. */
    static List<String> listed(SourceSpec source) {
        return source.tables()
                .map(tables -> tables.value().stream()
                        .filter(table -> !table.pattern())
                        .map(TableSpec::name)
                        .map(Located::value)
                        .toList())
                .orElse(List.of());
    }

    static boolean isPattern(String text) {
        return text.length() >= 2 && text.startsWith("/") && text.endsWith("/");
    }
}
