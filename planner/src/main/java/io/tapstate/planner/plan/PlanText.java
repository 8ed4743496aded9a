package io.tapstate.planner.plan;

import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;

/** A plan as text: a section per step, in the order in which rows pass them. */
final class PlanText implements PlanVisitor<Void> {
    private final PlanOutcome outcome;
    private final PlanLineage lineage;
    private final StringBuilder out = new StringBuilder();
    private final TreeMap<String, String> variables = new TreeMap<>();

    PlanText(PlanOutcome outcome) {
        this.outcome = outcome;
        this.lineage = new PlanLineage(outcome.plan());
    }

    String text() {
        JobPlan plan = outcome.plan();
        line("pipeline " + Words.plain(plan.pipeline()) + "  " + plan.readMode().yaml() + settings(plan.settings()));
        leftOut(plan.settings().errorPolicy());
        for (PlanStep step : plan.steps()) {
            line("");
            step.accept(this);
        }
        variables(outcome.secrets().names());
        return out.toString();
    }

    private void leftOut(ErrorPolicy policy) {
        if (policy == ErrorPolicy.SKIP) {
            line("  a row that a step cannot process is left out and counted");
        } else if (policy == ErrorPolicy.DEAD_LETTER) {
            line("  a row that a step cannot process is left out and kept as a dead letter, in the store of the views");
            remember(Map.of("uri", "${TAPSTATE_VIEWS_URI}"), " of the dead letters");
        }
    }

    private static String settings(PlanSettings settings) {
        StringBuilder text = new StringBuilder();
        settings.parallelism()
                .ifPresent(subtasks -> text.append(", parallelism ").append(subtasks));
        if (settings.errorPolicy() != ErrorPolicy.FAIL) {
            text.append(", error_policy ").append(settings.errorPolicy().yaml());
        }
        settings.batchSize().ifPresent(rows -> text.append(", batch_size ").append(rows));
        settings.schedule().ifPresent(cron -> text.append(", schedule ").append(Words.plain(cron)));
        return text.toString();
    }

    @Override
    public Void visit(ReadTablesStep step) {
        line("source " + Words.plain(step.source()) + "  " + Words.plain(step.connector()) + ", "
                + step.mode().yaml()
                + step.startFrom()
                        .map(start -> ", start_from " + Words.plain(start))
                        .orElse(""));
        for (ReadTablesStep.Table table : step.tables()) {
            String image = switch (table.beforeImage()) {
                case FULL -> "full row";
                case KEY -> "key only";
                case NONE -> "nothing";
            };
            line("  " + Words.plain(table.table().toString()) + "  key " + Words.columns(table.key()) + ", "
                    + Words.rows(table.rowEstimate()) + ", before image: " + image
                    + (table.ddl() == DdlPolicy.FAIL
                            ? ""
                            : ", column changes: " + table.ddl().yaml()));
            table.cascades()
                    .forEach(key -> line("    follows "
                            + Words.plain(key.parent().toString()) + " by " + Words.columns(key.columns())
                            + ", which the log does not show; keeps its rows for that"));
            unsent(table.unsent());
        }
        remember(step.config(), " of " + step.source());
        return null;
    }

    private void unsent(UnsentColumns columns) {
        if (!columns.isEmpty()) {
            List<String> names = new ArrayList<>(columns.any());
            names.addAll(columns.large());
            line("    state: " + Words.columns(names)
                    + " of every row where long, which the log leaves out of updates; freed when the row is deleted");
        }
    }

    @Override
    public Void visit(FilterRowsStep step) {
        line("filter " + id(step) + "  of " + names(step.inputs()));
        line("  lets through: " + Words.plain(step.expression()));
        return stateless();
    }

    @Override
    public Void visit(MapRowsStep step) {
        line("map " + id(step) + "  of " + names(step.inputs()));
        int width = step.fields().stream()
                .mapToInt(field -> Words.plain(field.name()).length())
                .max()
                .orElse(0);
        for (MapRowsStep.Field field : step.fields()) {
            String name = Words.plain(field.name());
            line("  " + name + " ".repeat(width - name.length()) + "  " + rule(field.rule()));
        }
        line("  every other column as it is");
        return stateless();
    }

    private static String rule(Rule rule) {
        if (rule instanceof Rule.Rename rename) {
            return "the column " + Words.plain(rename.source());
        }
        if (rule instanceof Rule.Computed computed) {
            return "= " + Words.plain(computed.expression());
        }
        if (rule instanceof Rule.Constant constant) {
            return "always " + constant(constant.value());
        }
        return "left out";
    }

    private static String constant(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return "\"" + Words.plain(text.value()) + "\"";
        }
        if (literal instanceof Literal.Items items) {
            return "a list of " + items.items().size();
        }
        if (literal instanceof Literal.Fields fields) {
            return "an object of " + fields.fields().size();
        }
        if (literal instanceof Literal.Null) {
            return "null";
        }
        return String.valueOf(LiteralTree.of(literal).firstEntry().getValue());
    }

    @Override
    public Void visit(RunScriptStep step) {
        line("script " + id(step) + "  of " + names(step.inputs()));
        line("  runs: " + Words.count(step.script().lines().count(), "line") + " of JavaScript per change");
        return stateless();
    }

    @Override
    public Void visit(UnionStreamsStep step) {
        line("union " + id(step) + "  of " + names(step.inputs()));
        return stateless();
    }

    @Override
    public Void visit(QueryRowsStep step) {
        line("join " + id(step) + "  by the engine " + Words.plain(step.engine())
                + (step.key().isEmpty() ? "" : ", keyed by " + Words.columns(step.key())));
        step.tables().forEach(table -> line("  " + Words.plain(table.alias()) + "  is " + name(table.input())));
        step.sql()
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .forEach(line -> line("  | " + Words.plain(line)));
        line("  state: what the query needs to follow changes, up to every row of " + names(step.inputs()) + ", "
                + Words.rows(lineage.of(step.inputs())) + "; fits this query only");
        return null;
    }

    private Void stateless() {
        line("  state: none");
        return null;
    }

    @Override
    public Void visit(RememberKeysStep step) {
        line("stage " + id(step) + "  keyed by " + Words.columns(step.identity()) + " of " + name(step.input()));
        line("  why: the changes of " + name(step.input()) + " do not tell what " + Words.columns(step.columns())
                + (step.columns().size() == 1 ? " was" : " were") + " before");
        line("  state: " + Words.columns(step.columns()) + " of every row of " + name(step.input()) + ", "
                + Words.rows(lineage.of(step.input())) + "; freed when the row is deleted");
        return null;
    }

    @Override
    public Void visit(RouteRowsStep step) {
        List<String> children = step.children().stream()
                .map(child -> Words.plain(NestPaths.shown(child.path())))
                .toList();
        line("stage " + id(step) + "  keyed by " + Words.columns(step.key()) + " of " + parentName(step));
        line("  why: finds the document of " + Words.all(children) + ", whose rows name their parent and not the root");
        List<StreamRef> kept = new ArrayList<>(List.of(step.parent().input()));
        step.children().forEach(child -> kept.add(child.input()));
        line("  state: where each row of " + parentName(step) + " stands, and every row of " + Words.all(children)
                + ", " + Words.rows(ownOrigins(kept)) + "; freed when the row is deleted");
        return null;
    }

    private String parentName(RouteRowsStep step) {
        String path = step.parent().path();
        return path.equals(NestPaths.ROOT) ? name(step.parent().input()) : Words.plain(NestPaths.shown(path));
    }

    @Override
    public Void visit(LookupRowsStep step) {
        String referrer = step.referrer().path().equals(NestPaths.ROOT)
                ? name(step.referrer().input())
                : Words.plain(NestPaths.shown(step.referrer().path()));
        line("stage " + id(step) + "  keyed by " + Words.columns(step.key()) + " of " + name(step.rows()));
        line("  why: hands each row of " + name(step.rows()) + " to all of " + referrer + " that point at it by "
                + Words.join(step.referrerColumns(), step.key()));
        NestText tree = new NestText(lineage);
        tree.lines(step.embeds(), step.key(), name(step.rows())).forEach(line -> line("  " + line));
        List<StreamRef> kept = new ArrayList<>(List.of(step.rows()));
        step.embeds().forEach(embed -> kept.add(embed.input()));
        line("  state: every row of " + name(step.rows()) + " once"
                + (step.embeds().isEmpty() ? "" : " with what stands in it")
                + ", " + Words.rows(ownOrigins(kept)) + ", and one entry per row of " + referrer
                + " that points at one; freed when either is deleted");
        return null;
    }

    @Override
    public Void visit(AssembleDocumentsStep step) {
        line("nest " + id(step) + "  keyed by " + Words.columns(step.key()) + " of " + name(step.root()));
        line("  " + name(step.root()) + "  one document per row");
        NestText tree = new NestText(lineage);
        tree.lines(step.embeds(), step.key(), "the root").forEach(line -> line("  " + line));
        List<String> names = new ArrayList<>(List.of(name(step.root())));
        names.addAll(tree.names(step.embeds()));
        line("  state: every row of " + Words.all(names.stream().distinct().toList()) + " as it stands in a document, "
                + Words.rows(lineage.of(step.inputs())) + "; grows with the tables, freed when a row is deleted");
        line("  sends: complete documents after the initial load, then " + sending(step));
        AssembleDocumentsStep.Settings settings = step.settings();
        if (settings.subFirst()) {
            line("  order: embedded rows before their parent where both wait");
        }
        settings.maxElementsPerDocument()
                .ifPresent(most -> line("  limit: " + Words.count(most, "element") + " per document"));
        settings.entriesInMemory().ifPresent(entries -> line("  memory: " + Words.digits(entries) + " entries"));
        settings.stateNamespace().ifPresent(name -> line("  state namespace: " + Words.plain(name)));
        return null;
    }

    private static String sending(AssembleDocumentsStep step) {
        if (step.append()) {
            return "every version";
        }
        return step.sendWindowMillis() == 0
                ? "every change at once"
                : "changes, folded for " + Words.digits(step.sendWindowMillis()) + " ms per document";
    }

    @Override
    public Void visit(WriteViewStep step) {
        line("view " + Words.plain(step.view()) + "  collection " + Words.plain(step.collection()) + ", fed by "
                + name(step.input())
                + (step.connector().equals(WriteViewStep.MONGODB) ? "" : ", in " + Words.plain(step.connector())));
        line("  _id = " + Words.columns(step.primaryKey()) + ", unique index on " + Words.columns(step.primaryKey())
                + (step.indexes().isEmpty() ? "" : ", indexes on " + Words.plain(String.join(", ", step.indexes()))));
        remember(step.config(), " of the view store");
        return null;
    }

    @Override
    public Void visit(WriteTablesStep step) {
        String mode =
                step.mode() == WriteTablesStep.WriteMode.UPSERT ? "rows replaced by key" : "rows added, never removed";
        line("sync " + Words.plain(step.sync()) + "  to " + Words.plain(step.target()) + " ("
                + Words.plain(step.connector()) + "), " + step.mode().yaml() + ": " + mode);
        for (WriteTablesStep.Output output : step.outputs()) {
            String from = name(output.input());
            boolean whole = from.equals(output.origin()) || from.endsWith("." + output.origin());
            line("  " + Words.plain(output.table()) + "  from "
                    + (whole ? from : Words.plain(output.origin()) + " of " + from)
                    + (output.key().isEmpty() ? "" : ", key " + Words.columns(output.key())));
        }
        line("  ddl: " + step.ddl().yaml() + "; missing tables are "
                + (step.autoCreateTable() ? "created" : "not created")
                + (step.adoptsExisting() ? "; documents that nobody owns are taken over" : ""));
        remember(step.config(), " of " + step.target());
        return null;
    }

    private void remember(Map<String, String> config, String owner) {
        config.forEach((field, text) -> {
            Matcher reference = VariableReferences.REFERENCE.matcher(text);
            while (reference.find()) {
                String use = Words.plain(field + owner) + (reference.group(3) == null ? "" : " (has a default)");
                variables.merge(
                        VariableReferences.name(reference),
                        use,
                        (uses, further) ->
                                List.of(uses.split(", ", -1)).contains(further) ? uses : uses + ", " + further);
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

    /** The tables behind some streams; of a routing stage only those of the rows it sends, not of their parents. */
    private List<PlanLineage.Origin> ownOrigins(List<StreamRef> streams) {
        return lineage.of(streams.stream()
                .filter(stream -> !(lineage.step(stream.step()) instanceof RouteRowsStep))
                .toList());
    }

    private String names(List<StreamRef> streams) {
        return Words.all(streams.stream().map(this::name).distinct().toList());
    }

    private String name(StreamRef stream) {
        return NestText.name(stream, lineage);
    }

    private static String id(PlanStep step) {
        return Words.plain(step.id().value());
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
