package io.tapstate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.planner.schema.SchemaFiles;
import io.tapstate.planner.schema.SchemaSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of docs/cli.md that need no database, typed in this process; the others are typed beside a demo. */
class DocExamplesTest {
    private static final Path PAGE = Path.of("../docs/cli.md");
    private static final Pattern EXAMPLE = Pattern.compile("\\$ \\./tapstate (.*?)(?: +# exit (\\d+))?$");
    private static final Set<String> OFFLINE = Set.of(
            "--help",
            "version",
            "new",
            "validate",
            "fmt",
            "ls",
            "desc",
            "explain",
            "schema",
            "completion",
            "connectors");

    private static final String SOURCE = """
            version: tapstate/v1
            kind: source
            id: %s
            connector: %s
            mode: cdc
            config:
              host: 127.0.0.1
              database: appdb
              username: app
              password: ${%s}
            tables: [%s]
            """;

    private static final String PIPELINE = """
            version: tapstate/v1
            kind: pipeline
            id: %1$s
            source: [orders_db, fulfillment_db]
            settings:
              read_mode: snapshot_and_cdc
            transforms:
              - id: orders_with_shipments
                type: nest
                from:
                  orders: orders_db.orders
                  shipments: fulfillment_db.shipments
                root:
                  from: orders
                  key: [id]
                  embed:
                    - from: shipments
                      on: { order_id: id }
                      as: array
                      path: shipments
                      arrayKey: [id]
            view:
              id: %1$s_state
              from: orders_with_shipments
              primary_key: id
            """;

    @TempDir
    private Path folder;

    private record Example(String command, int status, List<String> expected) {}

    @BeforeEach
    void writeWorkspaces() throws IOException {
        workspace("my-workspace", "my_pipeline", "my_other_pipeline", "my_rest_pipeline");
        workspace("broken-workspace", "order_pipeline");
        Path broken = folder.resolve("broken-workspace/pipeline/order_pipeline.tap.yml");
        Files.writeString(broken, Files.readString(broken).replace("arrayKey", "arrayKye"));
        record("orders_db", "mysql", "appdb", "orders", "id", "customer");
        record("fulfillment_db", "postgres", "public", "shipments", "id", "order_id");
    }

    private void workspace(String name, String... pipelines) throws IOException {
        write(name + "/source/orders_db", String.format(SOURCE, "orders_db", "mysql", "ORDERS_DB_PASSWORD", "orders"));
        write(
                name + "/source/fulfillment_db",
                String.format(SOURCE, "fulfillment_db", "postgres", "FULFILLMENT_DB_PASSWORD", "shipments"));
        for (String pipeline : pipelines) {
            write(name + "/pipeline/" + pipeline, String.format(PIPELINE, pipeline));
        }
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name + ".tap.yml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private void record(String source, String connector, String namespace, String table, String... columns) {
        TableSchema schema = new TableSchema(
                new TableId(namespace, table),
                Arrays.stream(columns)
                        .map(name -> new ColumnSchema(
                                name,
                                name.equals("customer") ? "varchar(40)" : "int",
                                name.equals("customer") ? ColumnType.STRING : ColumnType.INTEGER,
                                false))
                        .toList(),
                List.of("id"),
                List.of(),
                BeforeImage.FULL,
                OptionalLong.of(5));
        new SchemaFiles(folder.resolve("my-workspace")).write(new SchemaSnapshot(source, connector, List.of(schema)));
    }

    @Test
    void everyExampleDoesWhatThePageSays() throws IOException {
        SoftAssertions each = new SoftAssertions();
        int typed = 0;
        for (Example example : examples()) {
            String verb = example.command().split(" ", 2)[0];
            if (OFFLINE.contains(verb) || example.command().contains("--offline")) {
                each.check(() -> type(example));
                typed++;
            }
        }
        each.assertAll();
        assertThat(typed).isGreaterThan(20);
    }

    @Test
    void everyVerbHasItsPlaceOnThePage() throws IOException {
        String page = Files.readString(PAGE);
        Typed cli = new Typed(folder);
        cli.run("--help");
        List<String> verbs = cli.out()
                .lines()
                .dropWhile(line -> !line.equals("Commands:"))
                .skip(1)
                .filter(line -> line.matches("  [a-z].*"))
                .map(line -> line.strip().split("[, ]+", 2)[0])
                .toList();
        assertThat(verbs).hasSizeGreaterThan(15);
        assertThat(verbs).allSatisfy(verb -> assertThat(page).containsPattern("\\| .*`" + verb + "`.*\\|"));
    }

    private void type(Example example) {
        Typed cli = new Typed(folder).with("ORDERS_DB_PASSWORD", "x").with("FULFILLMENT_DB_PASSWORD", "y");
        String[] words = Arrays.stream(example.command().split(" ", -1))
                .map(word -> word.matches("(my|broken)-workspace.*|my\\.plan")
                        ? folder.resolve(word).toString()
                        : word)
                .toArray(String[]::new);
        int status = cli.run(words);
        String said = (cli.out() + cli.err()).replace(folder + "/", "").replaceAll("[ \\t]+", " ");
        assertThat(status).as(example.command() + "\n" + said).isEqualTo(example.status());
        for (String piece : example.expected()) {
            assertThat(said).as(example.command()).containsPattern(pattern(piece.strip()));
        }
    }

    private static String pattern(String piece) {
        List<String> quoted = new ArrayList<>();
        for (String part : piece.replaceAll("[ \\t]+", " ").split("\\.\\.\\.", -1)) {
            quoted.add(Pattern.quote(part));
        }
        return String.join(".*", quoted);
    }

    private static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        Example last = null;
        for (String line : Files.readAllLines(PAGE)) {
            Matcher begins = EXAMPLE.matcher(line);
            if (begins.matches()) {
                int status = begins.group(2) == null ? 0 : Integer.parseInt(begins.group(2));
                last = new Example(begins.group(1), status, new ArrayList<>());
                examples.add(last);
            } else if (line.startsWith("```") || line.startsWith("$ ")) {
                last = null;
            } else if (last != null && !line.isBlank()) {
                last.expected().add(line);
            }
        }
        return examples;
    }
}
