package io.tapstate.planner.plan;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.planner.plan.Embed.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;

/** A plan as text for people: what is read, how documents come about, what state that keeps, what is written. */
public final class PlanRenderer implements PlanVisitor<Void> {
    private final StringBuilder out = new StringBuilder();
    private final Map<StepId, PlanStep> steps = new HashMap<>();
    private final TreeMap<String, String> variables = new TreeMap<>();

    private PlanRenderer() {}

    /** Lines ended by LF; no setting's value is shown. */
    public static String text(PlanOutcome outcome) {
        JobPlan plan = outcome.plan();
        PlanRenderer renderer = new PlanRenderer();
        renderer.line("pipeline " + plan.pipeline() + "  " + plan.readMode().yaml()
                + (plan.parallelism().isPresent()
                        ? ", parallelism " + plan.parallelism().getAsInt()
                        : ""));
        for (PlanStep step : plan.steps()) {
            renderer.steps.put(step.id(), step);
            step.accept(renderer);
        }
        renderer.variables(outcome.secrets().names());
        return renderer.out.toString();
    }

    @Override
    public Void visit(ReadTablesStep step) {
        line("");
        line("source " + step.source() + "  " + step.connector() + ", "
                + step.mode().yaml());
        for (ReadTablesStep.Table table : step.tables()) {
            String image = table.beforeImage() == BeforeImage.FULL ? "full row" : "key only";
            line("  " + table.table() + "  key " + list(table.key()) + ", " + rows(table.rowEstimate())
                    + ", before image: " + image);
        }
        remember(step.config(), " of " + step.source());
        return null;
    }

    @Override
    public Void visit(RememberKeysStep step) {
        line("");
        line("stage " + step.id() + "  keyed by " + list(step.identity()) + " of " + name(step.input()));
        line("  state: " + list(step.columns()) + " of every row of " + name(step.input()) + ", "
                + rows(rowsOf(step.input())) + "; freed when the row is deleted");
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        line("");
        line("nest " + step.id() + "  keyed by " + list(step.key()) + " of " + name(step.root()));
        line("  " + name(step.root()) + "  one document per row");
        for (int i = 0; i < step.embeds().size(); i++) {
            Embed embed = step.embeds().get(i);
            boolean last = i == step.embeds().size() - 1;
            line("  " + (last ? "`- " : "|- ") + embed.path() + "  " + name(embed.input()) + " as "
                    + embed.shape().name().toLowerCase(Locale.ROOT) + ", belongs to the root by "
                    + join(embed.childColumns(), step.key()) + order(embed));
        }
        List<OptionalLong> inputs = new ArrayList<>();
        step.inputs().forEach(input -> inputs.add(rowsOf(input)));
        OptionalLong total = inputs.stream().allMatch(OptionalLong::isPresent)
                ? OptionalLong.of(
                        inputs.stream().mapToLong(OptionalLong::getAsLong).sum())
                : OptionalLong.empty();
        line("  state: every row of "
                + String.join(
                        " and ",
                        step.inputs().stream().map(this::name).distinct().toList()) + ", " + rows(total)
                + "; grows with the tables, freed when a row is deleted");
        line("  sends: complete documents after the initial load, then changes, folded for " + step.sendWindowMillis()
                + " ms per document");
        return null;
    }

    @Override
    public Void visit(WriteViewStep step) {
        line("");
        line("view " + step.view() + "  collection " + step.collection() + ", fed by " + name(step.input()));
        line("  _id = " + list(step.primaryKey()) + ", unique index on " + list(step.primaryKey())
                + (step.indexes().isEmpty() ? "" : ", indexes on " + String.join(", ", step.indexes())));
        remember(step.config(), " of the view store");
        return null;
    }

    @Override
    public Void visit(FilterRowsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(MapRowsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(RunScriptStep step) {
        return plain(step);
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(QueryRowsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(RouteRowsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(LookupRowsStep step) {
        return plain(step);
    }

    @Override
    public Void visit(WriteTablesStep step) {
        return plain(step);
    }

    private Void plain(PlanStep step) {
        line("");
        line(step.kind() + " " + step.id());
        return null;
    }

    private void remember(Map<String, String> config, String owner) {
        config.forEach((field, text) -> {
            Matcher reference = VariableReferences.REFERENCE.matcher(text);
            while (reference.find()) {
                String use = field + owner + (reference.group(3) == null ? "" : " (has a default)");
                variables.merge(VariableReferences.name(reference), use, (uses, further) -> uses + ", " + further);
            }
        });
    }

    private void variables(Set<String> spelledOut) {
        if (variables.isEmpty()) {
            return;
        }
        line("");
        line("variables  read where the job is built; `flink run --plan` finds them in its environment");
        variables.forEach((name, uses) -> line("  " + name + "  " + uses
                + (spelledOut.contains(name)
                        ? "; written in the file, so `tapstate run` sets it, and for `flink run --plan` you do"
                        : "")));
    }

    private static String order(Embed embed) {
        return embed.shape() == Shape.ARRAY ? ", ordered by " + list(embed.arrayKey()) : "";
    }

    private static String join(List<String> child, List<String> parent) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < child.size(); i++) {
            pairs.add(child.get(i) + " = " + parent.get(i));
        }
        return String.join(" and ", pairs);
    }

    /** A stream by its table, wherever that is read. */
    private String name(StreamRef stream) {
        PlanStep step = steps.get(stream.step());
        if (step instanceof RememberKeysStep keys) {
            return name(keys.input());
        }
        if (step instanceof ReadTablesStep source) {
            return source.source() + "." + stream.table().map(TableId::name).orElse("");
        }
        return stream.step().value();
    }

    private OptionalLong rowsOf(StreamRef stream) {
        PlanStep step = steps.get(stream.step());
        if (step instanceof RememberKeysStep keys) {
            return rowsOf(keys.input());
        }
        return step instanceof ReadTablesStep source
                ? source.tables().stream()
                        .filter(table ->
                                stream.table().filter(table.table()::equals).isPresent())
                        .findFirst()
                        .map(ReadTablesStep.Table::rowEstimate)
                        .orElse(OptionalLong.empty())
                : OptionalLong.empty();
    }

    private static String rows(OptionalLong rows) {
        return rows.isEmpty() ? "rows unknown" : "~" + rows.getAsLong() + (rows.getAsLong() == 1 ? " row" : " rows");
    }

    private static String list(List<String> columns) {
        return columns.size() == 1 ? columns.get(0) : "[" + String.join(", ", columns) + "]";
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
