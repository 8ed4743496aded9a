package io.tapstate.job.history;

import io.tapstate.connectors.api.SchemaCatalog;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.plan.JobPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * One pipeline of nests, as a workspace that the planner compiles. The last nest feeds the view; another that feeds no
 * nest is served.
 *
 * @param connectors of the sources, by id
 * @param nests in order: one reads only those before it
 * @param ends what comes after nests that nothing reads, by their ids
 */
record NestWorkspace(
        Map<String, String> connectors,
        List<Nest> nests,
        Map<String, Altered> ends,
        boolean sendsEach,
        boolean viewed,
        Set<Feature> features) {
    static final String PIPELINE = "documents";

    /** Every table that some nest reads. */
    Set<Table> tables() {
        Set<Table> tables = new LinkedHashSet<>();
        nests.forEach(nest -> nest.feeds()
                .forEach(feed -> feed.sources().forEach(source -> {
                    if (source instanceof Table table) {
                        tables.add(table);
                    }
                })));
        return tables;
    }

    /** Those that no nest reads. */
    List<Nest> outermost() {
        return nests.stream()
                .filter(nest -> nests.stream().noneMatch(other -> other.reads(nest)))
                .toList();
    }

    /** What comes out of an outermost nest and the steps after it. */
    Feed end(Nest nest) {
        return ends.containsKey(nest.id()) ? ends.get(nest.id()) : nest;
    }

    /** Every nest, and what comes after the outermost ones. */
    List<Feed> outputs() {
        Set<Feed> outputs = new LinkedHashSet<>(nests);
        outermost().forEach(nest -> outputs.add(end(nest)));
        return List.copyOf(outputs);
    }

    /** @throws io.tapstate.connectors.diagnostics.TapException where the planner finds a fault */
    JobPlan plan() {
        return TapPlanner.plan(new Workspace(files()), PIPELINE, schemas(), name -> null)
                .plan();
    }

    /** The recorded schemas. */
    SchemaCatalog schemas() {
        return (source, connector, config, capture) -> tables().stream()
                .filter(table -> table.source.equals(source))
                .map(Table::schema)
                .sorted(Comparator.comparing(schema -> schema.id()))
                .toList();
    }

    List<TapFile> files() {
        return files(source -> "{ host: db.example, database: shop, username: reader }");
    }

    /** @param config of a source, by its id, in YAML's flow style */
    List<TapFile> files(UnaryOperator<String> config) {
        List<TapFile> files = new ArrayList<>();
        Set<String> read = new LinkedHashSet<>();
        tables().forEach(table -> read.add(table.source));
        for (String source : read) {
            files.add(new TapFile(
                    "source/" + source + ".tap.yml",
                    """
                    version: tapstate/v1
                    kind: source
                    id: %s
                    connector: %s
                    config: %s
                    mode: cdc
                    """.formatted(source, connectors.get(source), config.apply(source)) + filters(source)));
        }
        if (outermost().size() > (viewed ? 1 : 0)) {
            files.add(new TapFile("source/mirror.tap.yml", """
                    version: tapstate/v1
                    kind: source
                    id: mirror
                    connector: mongodb
                    config: { uri: "mongodb://mirror.example:27017/mirror" }
                    """));
        }
        files.add(new TapFile("pipeline/" + PIPELINE + ".tap.yml", pipeline(read)));
        return files;
    }

    /** Says which tables are read once one of them has a filter. */
    private String filters(String source) {
        List<Table> read =
                tables().stream().filter(table -> table.source.equals(source)).toList();
        if (read.stream().allMatch(table -> table.filter == null)) {
            return "";
        }
        StringBuilder text = new StringBuilder("tables:\n");
        for (Table table : read) {
            text.append("  - name: ").append(table.id.name()).append('\n');
            if (table.filter != null) {
                text.append("    filter: '")
                        .append(table.filter.expression().replace("'", "''"))
                        .append("'\n");
            }
        }
        return text.toString();
    }

    private String pipeline(Set<String> sources) {
        StringBuilder text = new StringBuilder("version: tapstate/v1\nkind: pipeline\nid: " + PIPELINE + "\n");
        text.append("source: ").append(list(sources)).append("\ntransforms:\n");
        Set<String> steps = new LinkedHashSet<>();
        for (Nest nest : nests) {
            nest.feeds().forEach(feed -> steps(feed, steps));
            steps.add(nest(nest));
        }
        List<Feed> written = new ArrayList<>();
        outermost().forEach(nest -> written.add(end(nest)));
        written.forEach(feed -> steps(feed, steps));
        steps.forEach(text::append);
        if (viewed) {
            Feed last = written.remove(written.size() - 1);
            text.append("view: { id: state, from: ")
                    .append(last.reference())
                    .append(", primary_key: ")
                    .append(last.identity().size() == 1 ? last.identity().get(0) : list(last.identity()))
                    .append(" }\n");
        }
        if (!written.isEmpty()) {
            text.append("serve: { from: ")
                    .append(written.get(0).reference())
                    .append(", sync: [{ source: mirror }] }\n");
        }
        if (sendsEach) {
            text.append("settings: { send_window: 0 }\n");
        }
        return text.toString();
    }

    /** The steps that rows pass, each once. */
    private static void steps(Feed feed, Set<String> steps) {
        if (feed instanceof Altered last) {
            for (Altered step : last.chain()) {
                List<String> from = step.inputs().stream().map(Feed::reference).toList();
                steps.add("  - id: " + step.id() + "\n    from: " + list(from) + "\n"
                        + step.rule().yaml());
            }
        }
    }

    private static String nest(Nest nest) {
        StringBuilder text = new StringBuilder();
        text.append("  - id: ").append(nest.id()).append("\n    type: nest\n    from:\n");
        Map<String, Feed> aliases = new TreeMap<>();
        aliases.put("root", nest.root());
        nest.nodes().forEach(node -> aliases.put(node.alias(), node.feed()));
        aliases.forEach((alias, feed) -> text.append("      ")
                .append(alias)
                .append(": ")
                .append(feed.reference())
                .append('\n'));
        if (!nest.rootKey().isEmpty() && !nest.rootKey().equals(nest.key())) {
            text.append("    primary_key: ").append(nest.key().get(0)).append('\n');
        }
        Nest.Settings settings = nest.settings();
        if (settings.subFirst()) {
            text.append("    order: sub_first\n");
        }
        settings.maxElements()
                .ifPresent(most -> text.append("    max_elements_per_document: ")
                        .append(most)
                        .append('\n'));
        settings.entriesInMemory()
                .ifPresent(most ->
                        text.append("    entries_in_memory: ").append(most).append('\n'));
        if (settings.namespace()) {
            text.append("    state: { database: apart }\n");
        }
        text.append("    root:\n      from: root\n");
        if (!nest.rootKey().isEmpty()) {
            text.append("      key: ").append(list(nest.rootKey())).append('\n');
        }
        if (settings.append()) {
            text.append("      mode: append\n");
        }
        embeds(nest.embeds(), "      ", text);
        return text.toString();
    }

    private static void embeds(List<Node> embeds, String indent, StringBuilder text) {
        if (embeds.isEmpty()) {
            return;
        }
        text.append(indent).append("embed:\n");
        for (Node node : embeds) {
            String inner = indent + "    ";
            text.append(indent).append("  - from: ").append(node.alias()).append('\n');
            List<String> pairs = new ArrayList<>();
            node.on().forEach((child, parent) -> pairs.add(child + ": " + parent));
            text.append(inner).append("on: { ").append(String.join(", ", pairs)).append(" }\n");
            text.append(inner)
                    .append("as: ")
                    .append(node.shape().name().toLowerCase(java.util.Locale.ROOT))
                    .append('\n');
            if (node.shape() != Node.Shape.FLAT) {
                text.append(inner).append("path: ").append(node.path()).append('\n');
            }
            if (!node.key().isEmpty()) {
                text.append(inner).append("key: ").append(list(node.key())).append('\n');
            }
            if (!node.arrayKey().isEmpty()) {
                text.append(inner)
                        .append("arrayKey: ")
                        .append(list(node.arrayKey()))
                        .append('\n');
            }
            embeds(node.embeds(), inner, text);
        }
    }

    private static String list(Iterable<String> names) {
        return "[" + String.join(", ", names) + "]";
    }

    /** The files, one after another, and what they read: for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        files().forEach(file ->
                text.append("# ").append(file.path()).append('\n').append(file.text()));
        for (Table table : tables()) {
            List<String> columns = new ArrayList<>();
            table.columns.forEach(column ->
                    columns.add(column.name() + " " + column.type() + (column.nullable() ? "" : " not null")));
            text.append("# ")
                    .append(table)
                    .append(table.primaryKey ? " primary key " : " unique, no primary key ")
                    .append(table.identity)
                    .append(", unique ")
                    .append(table.uniques)
                    .append(", unique unless null ")
                    .append(table.nullableUniques)
                    .append(", before images ")
                    .append(table.image)
                    .append(": ")
                    .append(String.join(", ", columns))
                    .append('\n');
        }
        return text.toString();
    }
}
