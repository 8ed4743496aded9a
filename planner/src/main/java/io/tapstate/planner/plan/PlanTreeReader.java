package io.tapstate.planner.plan;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.DdlPolicy;
import io.tapstate.connectors.api.ForeignKey;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.UnsentColumns;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.Embed.Shape;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads what {@link PlanTree} describes. */
final class PlanTreeReader {
    private static final Map<String, Function<PlanFields, PlanStep>> STEPS = Map.ofEntries(
            Map.entry("read-tables/1", PlanTreeReader::readTables),
            Map.entry("filter-rows/1", PlanTreeReader::filterRows),
            Map.entry("map-rows/1", PlanTreeReader::mapRows),
            Map.entry("run-script/1", PlanTreeReader::runScript),
            Map.entry("union-streams/1", fields -> new UnionStreamsStep(id(fields), inputs(fields))),
            Map.entry("query-rows/1", PlanTreeReader::queryRows),
            Map.entry("remember-keys/1", PlanTreeReader::rememberKeys),
            Map.entry("route-rows/1", PlanTreeReader::routeRows),
            Map.entry("lookup-rows/1", PlanTreeReader::lookupRows),
            Map.entry("assemble-documents/1", PlanTreeReader::assembleDocuments),
            Map.entry("write-view/1", PlanTreeReader::writeView),
            Map.entry("write-tables/1", PlanTreeReader::writeTables));

    private PlanTreeReader() {}

    static JobPlan plan(PlanFields fields) {
        String format = fields.text("format");
        if (!format.equals(JobPlanCodec.FORMAT)) {
            throw unknown("format", format, JobPlanCodec.FORMAT);
        }
        PlanSettings settings = new PlanSettings(
                fields.optionalCount("parallelism"),
                fields.has("error_policy") ? fields.choice("error_policy", ErrorPolicy.class) : ErrorPolicy.FAIL,
                fields.optionalCount("batch_size"),
                optionalText(fields, "schedule"));
        return new JobPlan(
                fields.text("pipeline"),
                fields.choice("read_mode", ReadMode.class),
                settings,
                fields.objects("steps", PlanTreeReader::step));
    }

    static TapException unknown(String what, String version, String known) {
        return TapException.of(PlanError.VERSION_UNKNOWN, "what", what, "version", version, "known", known);
    }

    private static PlanStep step(PlanFields fields) {
        String kind = fields.text("kind");
        Function<PlanFields, PlanStep> step = STEPS.get(kind);
        if (step == null) {
            throw unknown("step kind", kind, String.join(", ", new TreeSet<>(STEPS.keySet())));
        }
        return step.apply(fields);
    }

    private static PlanStep readTables(PlanFields fields) {
        return new ReadTablesStep(
                id(fields),
                fields.text("source"),
                fields.text("connector"),
                fields.texts("config"),
                fields.choice("mode", ReadMode.class),
                optionalText(fields, "start_from"),
                fields.objects("tables", PlanTreeReader::readTable));
    }

    private static ReadTablesStep.Table readTable(PlanFields fields) {
        OptionalLong rows = fields.has("row_estimate")
                ? OptionalLong.of(fields.number("row_estimate", 0, Long.MAX_VALUE))
                : OptionalLong.empty();
        return new ReadTablesStep.Table(
                table(fields),
                fields.names("key"),
                fields.choice("before_image", BeforeImage.class),
                rows,
                fields.has("ddl") ? fields.choice("ddl", DdlPolicy.class) : DdlPolicy.FAIL,
                fields.has("cascades") ? fields.objects("cascades", PlanTreeReader::foreignKey) : List.of(),
                new UnsentColumns(namesIfAny(fields, "unsent"), namesIfAny(fields, "unsent_large")));
    }

    private static List<String> namesIfAny(PlanFields fields, String name) {
        return fields.has(name) ? fields.names(name) : List.of();
    }

    private static ForeignKey foreignKey(PlanFields fields) {
        return new ForeignKey(
                fields.text("key"),
                fields.names("columns"),
                fields.object("parent", PlanTreeReader::table),
                fields.names("referenced"),
                fields.choice("on_delete", ForeignKey.Action.class),
                fields.choice("on_update", ForeignKey.Action.class));
    }

    private static PlanStep filterRows(PlanFields fields) {
        return new FilterRowsStep(id(fields), inputs(fields), fields.text("expression"), incoming(fields));
    }

    private static PlanStep mapRows(PlanFields fields) {
        List<MapRowsStep.Field> rules = fields.objects(
                "fields", field -> new MapRowsStep.Field(field.anyText("name"), PlanTreeReader.rule(field)));
        return new MapRowsStep(id(fields), inputs(fields), rules, incoming(fields), origins(fields));
    }

    private static Rule rule(PlanFields fields) {
        if (fields.has("rename")) {
            return new Rule.Rename(fields.text("rename"));
        }
        if (fields.has("computed")) {
            return new Rule.Computed(fields.text("computed"));
        }
        if (fields.has("constant")) {
            return new Rule.Constant(fields.object("constant", LiteralTree::read));
        }
        if (!fields.bool("drop")) {
            throw fields.damage("drop", "is not true");
        }
        return new Rule.Drop();
    }

    private static PlanStep runScript(PlanFields fields) {
        return new RunScriptStep(id(fields), inputs(fields), fields.text("script"), origins(fields));
    }

    private static PlanStep queryRows(PlanFields fields) {
        List<QueryRowsStep.Table> tables = fields.objects(
                "tables",
                table -> new QueryRowsStep.Table(
                        table.text("alias"), stream(table, "input"), columns(table), table.names("key")));
        return new QueryRowsStep(id(fields), fields.text("engine"), fields.text("sql"), tables, fields.names("key"));
    }

    private static PlanStep rememberKeys(PlanFields fields) {
        return new RememberKeysStep(
                id(fields), stream(fields, "input"), fields.names("identity"), fields.names("columns"));
    }

    private static PlanStep routeRows(PlanFields fields) {
        return new RouteRowsStep(
                id(fields),
                fields.object("parent", PlanTreeReader::node),
                fields.names("key"),
                fields.objects("children", PlanTreeReader::node));
    }

    private static PlanStep lookupRows(PlanFields fields) {
        return new LookupRowsStep(
                id(fields),
                stream(fields, "rows"),
                fields.names("identity"),
                fields.names("key"),
                fields.object("referrer", PlanTreeReader::node),
                fields.names("referrer_columns"),
                fields.objects("embeds", PlanTreeReader::embed));
    }

    private static NestNode node(PlanFields fields) {
        return new NestNode(
                fields.text("path"),
                stream(fields, "input"),
                fields.names("identity"),
                fields.names("child_columns"),
                fields.names("array_key"));
    }

    private static PlanStep assembleDocuments(PlanFields fields) {
        AssembleDocumentsStep.Settings settings = new AssembleDocumentsStep.Settings(
                fields.number("send_window_millis", 0, Long.MAX_VALUE),
                fields.bool("append"),
                fields.flag("sub_first"),
                fields.optionalCount("max_elements_per_document"),
                fields.optionalCount("entries_in_memory"),
                optionalText(fields, "state_namespace"));
        return new AssembleDocumentsStep(
                id(fields),
                stream(fields, "root"),
                fields.text("root_table"),
                fields.names("root_identity"),
                fields.names("key"),
                fields.objects("embeds", PlanTreeReader::embed),
                settings);
    }

    private static Embed embed(PlanFields fields) {
        return new Embed(
                fields.text("path"),
                stream(fields, "input"),
                fields.choice("shape", Shape.class),
                fields.has("direction") ? fields.choice("direction", Direction.class) : Direction.BELONGS_TO,
                fields.names("identity"),
                fields.names("child_columns"),
                fields.has("parent_columns") ? fields.names("parent_columns") : List.of(),
                fields.names("array_key"),
                fields.flag("ignore_updates"),
                fields.has("embeds") ? fields.objects("embeds", PlanTreeReader::embed) : List.of());
    }

    private static PlanStep writeView(PlanFields fields) {
        return new WriteViewStep(
                id(fields),
                stream(fields, "input"),
                fields.text("view"),
                fields.has("connector") ? fields.text("connector") : WriteViewStep.MONGODB,
                fields.texts("config"),
                fields.text("collection"),
                fields.names("primary_key"),
                fields.names("indexes"));
    }

    private static PlanStep writeTables(PlanFields fields) {
        List<WriteTablesStep.Output> outputs = fields.objects(
                "outputs",
                output -> new WriteTablesStep.Output(
                        stream(output, "input"),
                        output.text("origin"),
                        output.text("table"),
                        output.names("key"),
                        columns(output)));
        return new WriteTablesStep(
                id(fields),
                fields.text("sync"),
                fields.text("target"),
                fields.text("connector"),
                fields.texts("config"),
                fields.choice("mode", WriteTablesStep.WriteMode.class),
                fields.choice("ddl", DdlPolicy.class),
                fields.bool("auto_create_table"),
                fields.flag("adopts_existing"),
                outputs);
    }

    private static PlanColumns columns(PlanFields fields) {
        List<PlanColumns.Column> columns = fields.objects(
                "columns",
                column -> new PlanColumns.Column(
                        column.anyText("name"),
                        column.has("type") ? Optional.of(column.choice("type", ColumnType.class)) : Optional.empty(),
                        column.bool("nullable")));
        return new PlanColumns(columns, fields.flag("open"));
    }

    private static List<IncomingRows> incoming(PlanFields fields) {
        return fields.objects(
                "incoming", rows -> new IncomingRows(rows.text("table"), rows.names("key"), columns(rows)));
    }

    private static List<Origin> origins(PlanFields fields) {
        return fields.objects("origins", origin -> new Origin(origin.text("table"), origin.names("key")));
    }

    private static StepId id(PlanFields fields) {
        return stepId(fields, "id");
    }

    private static StepId stepId(PlanFields fields, String field) {
        String id = fields.text(field);
        if (id.isBlank()) {
            throw fields.damage(field, "is blank");
        }
        return new StepId(id);
    }

    private static List<StreamRef> inputs(PlanFields fields) {
        return fields.objects("inputs", PlanTreeReader::streamOf);
    }

    private static StreamRef stream(PlanFields fields, String field) {
        return fields.object(field, PlanTreeReader::streamOf);
    }

    private static StreamRef streamOf(PlanFields fields) {
        StepId step = stepId(fields, "step");
        return new StreamRef(
                step,
                fields.has("table") ? Optional.of(fields.object("table", PlanTreeReader::table)) : Optional.empty());
    }

    private static TableId table(PlanFields fields) {
        return new TableId(fields.text("namespace"), fields.text("name"));
    }

    private static Optional<String> optionalText(PlanFields fields, String field) {
        return fields.has(field) ? Optional.of(fields.text(field)) : Optional.empty();
    }
}
