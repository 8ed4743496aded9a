package io.tapstate.planner.plan;

import com.fasterxml.jackson.databind.JsonNode;
import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.plan.AssembleDocumentsStep.Embed;
import io.tapstate.planner.plan.AssembleDocumentsStep.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads what {@link PlanTree} describes. Strict: a missing, unknown or mistyped field is damage. */
final class PlanTreeReader {
    private static final Map<String, Function<PlanTreeReader, PlanStep>> STEPS = Map.of(
            "read-tables/1", PlanTreeReader::readTables,
            "remember-keys/1", PlanTreeReader::rememberKeys,
            "assemble-documents/1", PlanTreeReader::assembleDocuments,
            "write-view/1", PlanTreeReader::writeView);

    private final JsonNode node;
    private final String path;
    private final Set<String> read = new HashSet<>();

    private PlanTreeReader(JsonNode node, String path) {
        if (!node.isObject()) {
            throw new Damage("`" + (path.isEmpty() ? "the plan" : path) + "` is not an object");
        }
        this.node = node;
        this.path = path;
    }

    static JobPlan plan(JsonNode root) {
        PlanTreeReader reader = new PlanTreeReader(root, "");
        String format = reader.text("format");
        if (!format.equals(JobPlanCodec.FORMAT)) {
            throw unknown("format", format, JobPlanCodec.FORMAT);
        }
        String pipeline = reader.text("pipeline");
        ReadMode mode = reader.choice("read_mode", ReadMode.class);
        OptionalInt parallelism = OptionalInt.empty();
        if (root.has("parallelism")) {
            parallelism = OptionalInt.of((int) reader.number("parallelism", 1, Integer.MAX_VALUE));
        }
        List<PlanStep> steps = reader.objects("steps", PlanTreeReader::step);
        reader.finish();
        return new JobPlan(pipeline, mode, parallelism, steps);
    }

    private PlanStep step() {
        String kind = text("kind");
        Function<PlanTreeReader, PlanStep> step = STEPS.get(kind);
        if (step == null) {
            throw unknown("step kind", kind, String.join(", ", new TreeSet<>(STEPS.keySet())));
        }
        return step.apply(this);
    }

    private PlanStep readTables() {
        return new ReadTablesStep(
                id(),
                text("source"),
                text("connector"),
                texts("config"),
                choice("mode", ReadMode.class),
                objects("tables", PlanTreeReader::readTable));
    }

    private ReadTablesStep.Table readTable() {
        OptionalLong rows = node.has("row_estimate")
                ? OptionalLong.of(number("row_estimate", 0, Long.MAX_VALUE))
                : OptionalLong.empty();
        return new ReadTablesStep.Table(table(), names("key"), choice("before_image", BeforeImage.class), rows);
    }

    private PlanStep rememberKeys() {
        return new RememberKeysStep(id(), object("input").stream(), names("identity"), names("columns"));
    }

    private PlanStep assembleDocuments() {
        return new AssembleDocumentsStep(
                id(),
                object("root").stream(),
                text("root_table"),
                names("root_identity"),
                names("key"),
                objects("embeds", PlanTreeReader::embed),
                number("send_window_millis", 0, Long.MAX_VALUE),
                bool("append"));
    }

    private Embed embed() {
        return new Embed(
                text("path"),
                object("input").stream(),
                choice("shape", Shape.class),
                names("identity"),
                names("child_columns"),
                names("array_key"));
    }

    private PlanStep writeView() {
        return new WriteViewStep(
                id(),
                object("input").stream(),
                text("view"),
                texts("config"),
                text("collection"),
                names("primary_key"),
                names("indexes"));
    }

    private StepId id() {
        String id = text("id");
        if (id.isBlank()) {
            throw damage("id", "is blank");
        }
        return new StepId(id);
    }

    private StreamRef stream() {
        StepId step = new StepId(text("step"));
        Optional<TableId> table = Optional.empty();
        if (node.has("table")) {
            PlanTreeReader named = object("table");
            table = Optional.of(named.table());
            named.finish();
        }
        finish();
        return new StreamRef(step, table);
    }

    private TableId table() {
        return new TableId(text("namespace"), text("name"));
    }

    private String text(String field) {
        JsonNode value = field(field);
        if (!value.isTextual() || value.textValue().isEmpty()) {
            throw damage(field, "is not text");
        }
        return value.textValue();
    }

    private long number(String field, long least, long most) {
        JsonNode value = field(field);
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < least
                || value.longValue() > most) {
            throw damage(field, "is not a whole number of at least " + least);
        }
        return value.longValue();
    }

    private boolean bool(String field) {
        JsonNode value = field(field);
        if (!value.isBoolean()) {
            throw damage(field, "is neither true nor false");
        }
        return value.booleanValue();
    }

    private <E extends Enum<E>> E choice(String field, Class<E> type) {
        String text = text(field);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> damage(field, "is `" + text + "`"));
    }

    private List<String> names(String field) {
        List<String> names = new ArrayList<>();
        for (JsonNode item : list(field)) {
            if (!item.isTextual()) {
                throw damage(field, "holds something that is not text");
            }
            names.add(item.textValue());
        }
        return names;
    }

    private TreeMap<String, String> texts(String field) {
        TreeMap<String, String> texts = new TreeMap<>();
        PlanTreeReader fields = object(field);
        for (Iterator<Map.Entry<String, JsonNode>> all = fields.node.fields(); all.hasNext(); ) {
            Map.Entry<String, JsonNode> entry = all.next();
            if (!entry.getValue().isTextual()) {
                throw fields.damage(entry.getKey(), "is not text");
            }
            texts.put(entry.getKey(), entry.getValue().textValue());
        }
        return texts;
    }

    private PlanTreeReader object(String field) {
        return new PlanTreeReader(field(field), at(field));
    }

    private <T> List<T> objects(String field, Function<PlanTreeReader, T> item) {
        List<T> items = new ArrayList<>();
        for (JsonNode value : list(field)) {
            PlanTreeReader reader = new PlanTreeReader(value, at(field) + "[" + items.size() + "]");
            items.add(item.apply(reader));
            reader.finish();
        }
        return items;
    }

    private JsonNode list(String field) {
        JsonNode value = field(field);
        if (!value.isArray()) {
            throw damage(field, "is not a list");
        }
        return value;
    }

    private JsonNode field(String field) {
        read.add(field);
        JsonNode value = node.get(field);
        if (value == null) {
            throw damage(field, "is missing");
        }
        return value;
    }

    private void finish() {
        node.fieldNames().forEachRemaining(name -> {
            if (!read.contains(name)) {
                throw damage(name, "is not a field of a plan");
            }
        });
    }

    private String at(String field) {
        return path.isEmpty() ? field : path + "." + field;
    }

    private Damage damage(String field, String what) {
        return new Damage("`" + at(field) + "` " + what);
    }

    private static TapException unknown(String what, String version, String known) {
        return TapException.of(PlanError.VERSION_UNKNOWN, "what", what, "version", version, "known", known);
    }

    /** What is wrong with a plan file, as one sentence. */
    static final class Damage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Damage(String detail) {
            super(detail);
        }
    }
}
