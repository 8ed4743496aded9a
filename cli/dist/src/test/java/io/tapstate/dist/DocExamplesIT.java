package io.tapstate.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.client.DocumentReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every command of the documents is typed into a shell, beside a running demo and for the cluster guide beside a
 * standalone cluster, and must do what its document says. A command that cannot run here must be on a list, with the
 * reason.
 */
class DocExamplesIT {
    private static final Path CHECKOUT = Path.of("../..").toAbsolutePath().normalize();
    private static final String CLUSTER = "docs/cluster.md";

    /** A walk of its own: the command line's TutorialTest and TutorialIT follow it. */
    private static final String TUTORIAL = "docs/tutorial.md";

    private static final Duration PATIENCE = Duration.ofSeconds(400);

    /** Commands that are not typed, and why. */
    private static final Map<String, String> NOT_TYPED = Map.of(
            "./tapstate demo", "it is the demo that all the other commands talk to",
            "./mvnw verify", "it is what runs this test",
            "export FLINK_HOME=/opt/flink-1.20.3", "a build holds Flink's jars but not its scripts; a stand-in is set",
            "export FLINK_CONF_DIR=$PWD/cli/dist/target/tapstate/flink/conf", "the cluster here has ports of its own",
            "export FLINK_REST=http://127.0.0.1:8081", "the cluster here has ports of its own",
            "\"$FLINK_HOME/bin/start-cluster.sh\"", "the cluster here is started from Flink's jars");

    private static Path folder;
    private static TapstateProcess demo;
    private static Map<String, String> variables;

    @BeforeAll
    static void startDemo() throws IOException {
        folder = Files.createTempDirectory("tapstate-docs-it");
        folder.toFile().setExecutable(true, false);
        writeLauncher();
        Path target = Files.createDirectories(folder.resolve("cli/dist/target"));
        Files.createSymbolicLink(target.resolve("tapstate"), TapstateProcess.DISTRIBUTION);
        demo = TapstateProcess.start(folder, Map.of(), "demo");
        demo.awaitOut("Ctrl-C stops everything");
        variables = variables();
        writeWorkspace("my-workspace", "my_pipeline", "my_other_pipeline", "my_rest_pipeline");
        writeWorkspace("broken-workspace", "order_pipeline");
        Path broken = folder.resolve("broken-workspace/pipeline/order_pipeline.tap.yml");
        Files.writeString(broken, Files.readString(broken).replace("arrayKey", "arrayKye"));
    }

    /** As the real one, without what finds a JDK and builds. */
    private static void writeLauncher() throws IOException {
        String words =
                TapstateProcess.command().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path launcher = Files.writeString(
                folder.resolve("tapstate"),
                "#!/bin/sh\n[ ! -t 1 ] || export TAPSTATE_TTY=12\nexec " + words + " \"$@\"\n");
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
    }

    @BeforeEach
    void forgetVariables() throws IOException {
        Files.deleteIfExists(folder.resolve("set.sh"));
    }

    @AfterAll
    static void stopDemo() throws IOException {
        if (demo != null) {
            demo.close();
        }
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(entry);
            }
        }
    }

    @Test
    void everyCommandOfTheDocumentsDoesWhatTheySay() throws Exception {
        SoftAssertions each = new SoftAssertions();
        for (String file : documents()) {
            if (!file.equals(CLUSTER) && !file.equals(TUTORIAL)) {
                for (DocExample example : DocExample.read(CHECKOUT, file)) {
                    each.check(() -> type(example, Map.of()));
                }
            }
        }
        each.assertAll();
    }

    @Test
    void theDocumentInTheReadmeIsTheFirstOfTheDemo() throws IOException {
        String readme = Files.readString(CHECKOUT.resolve("README.md"));
        int begin = readme.indexOf("```json\n") + "```json\n".length();
        String document = readme.substring(begin, readme.indexOf("```", begin));
        assertThat(demo.out()).containsIgnoringWhitespaces(document);
    }

    @Test
    void everyLinkOfTheDocumentsLeadsToAFile() throws IOException {
        Pattern link = Pattern.compile("]\\(([^)#:]+)(?:#[^)]*)?\\)");
        for (String file : documents()) {
            Path from = CHECKOUT.resolve(file).getParent();
            Matcher links = link.matcher(Files.readString(CHECKOUT.resolve(file)));
            while (links.find()) {
                assertThat(from.resolve(links.group(1)))
                        .as("linked from " + file)
                        .exists();
            }
        }
    }

    @Test
    void theClusterGuideLeadsToARunningJobAndBack() throws Exception {
        Map<String, String> environment = new HashMap<>(variables);
        String views = demoViews();
        environment.put("TAPSTATE_VIEWS_URI", views);
        write(
                "my_rest_pipeline.json",
                TapstateProcess.run(folder, variables, "plan", "-w", "my-workspace", "my_rest_pipeline", "-o", "json")
                        .out());
        try (StandaloneCluster cluster =
                        StandaloneCluster.start(Files.createDirectories(folder.resolve("cluster")), environment);
                DocumentReader reader = DocumentReader.open(views)) {
            environment.putAll(cluster.clientVariables(folder.resolve("flink")));
            for (DocExample example : DocExample.read(CHECKOUT, CLUSTER)) {
                type(example, environment);
                if (example.command().contains("/bin/flink\" run") && example.status() == 0) {
                    awaitClusterJob(cluster, reader, example);
                }
            }
            await("the job of the jar has loaded", () -> count(reader, "my_rest_pipeline") == 5);
            String marker = "restored " + System.nanoTime();
            demoSql("UPDATE orders SET customer='" + marker + "' WHERE id=5");
            BsonDocument filter = BsonDocument.parse("{customer: '" + marker + "'}");
            for (String pipeline : List.of("my_pipeline", "my_rest_pipeline")) {
                await(pipeline + " goes on", () -> reader.count(pipeline + "_state", filter) == 1);
            }
            demoSql("UPDATE orders SET customer='erin' WHERE id=5");
            // The JobManager asks for numbers only when it is asked itself, so the first answers are empty.
            StandaloneCluster.await(
                    "the rows that were read are counted", () -> cluster.snapshotRows("my_rest_pipeline") >= 11);
            assertThat(cluster.snapshotRows("my_pipeline"))
                    .as("rows read again after the savepoint")
                    .isZero();
        }
    }

    // The slots are enough for two jobs.
    private static void awaitClusterJob(StandaloneCluster cluster, DocumentReader reader, DocExample example)
            throws Exception {
        if (example.command().contains("my_other_pipeline")) {
            await("my_other_pipeline has loaded", () -> count(reader, "my_other_pipeline") == 5);
            cluster.cancel("my_other_pipeline");
        } else {
            await("my_pipeline has loaded", () -> count(reader, "my_pipeline") == 5);
            StandaloneCluster.await(
                    "my_pipeline runs", () -> cluster.state("my_pipeline").equals("RUNNING"));
        }
    }

    @Test
    void whatIsNotTypedStandsInADocument() throws IOException {
        Set<String> commands = new HashSet<>();
        for (String file : documents()) {
            DocExample.read(CHECKOUT, file).forEach(example -> commands.add(example.command()));
        }
        assertThat(commands).containsAll(NOT_TYPED.keySet());
    }

    private static List<String> documents() throws IOException {
        try (Stream<Path> files = Files.walk(CHECKOUT.resolve("docs"))) {
            List<String> names = new ArrayList<>(List.of("README.md"));
            files.filter(file -> file.toString().endsWith(".md"))
                    .map(file -> CHECKOUT.relativize(file).toString())
                    .sorted()
                    .forEach(names::add);
            return names;
        }
    }

    private static void type(DocExample example, Map<String, String> more) throws Exception {
        String command = example.command();
        if (NOT_TYPED.containsKey(command)) {
            return;
        }
        System.out.println(example.place());
        Map<String, String> environment = new HashMap<>(more);
        if (command.contains("-workspace")) {
            environment.putAll(variables);
        }
        if (command.startsWith("./tapstate run")) {
            runUntilItStreams(example, environment);
        } else if (command.startsWith("./tapstate watch") && example.status() == 0) {
            watchInATerminal(example, environment);
        } else {
            Shell shell = Shell.start(command, environment);
            shell.assertEnded(example, example.status());
        }
    }

    private static void runUntilItStreams(DocExample example, Map<String, String> environment) throws Exception {
        Shell shell = Shell.start("exec " + example.command(), environment);
        try {
            await(example.place() + " streams", () -> shell.text().contains("streaming: "));
            TapstateProcess.signal("INT", shell.process.pid());
            shell.assertEnded(example, 130);
        } finally {
            shell.process.destroy();
        }
    }

    // script(1) gives it a terminal, and passes on the Ctrl-C that is typed.
    private static void watchInATerminal(DocExample example, Map<String, String> environment) throws Exception {
        String quoted = example.command().replace("'", "'\\''");
        Map<String, String> terminal = new HashMap<>(environment);
        terminal.put("TERM", "xterm");
        Shell shell = Shell.start("exec script -qefc '" + quoted + "' /dev/null", terminal);
        try {
            await(example.place() + " shows a document", () -> shell.text().contains("\"_id\": "));
            shell.process.getOutputStream().write(3);
            shell.process.getOutputStream().flush();
            shell.assertEnded(example, 130);
        } finally {
            shell.process.destroy();
        }
    }

    /** One command in a shell; the variables it sets are there for the next one. */
    private record Shell(Process process, Path output) {
        static Shell start(String command, Map<String, String> environment) throws IOException {
            Path output = Files.createTempFile(folder, "said", ".txt");
            String script = "set -ea; [ ! -f set.sh ] || . ./set.sh\n" + command + "\nexport -p > set.sh\n";
            ProcessBuilder builder = new ProcessBuilder("env", "--default-signal=INT", "/bin/bash", "-c", script)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            TapstateProcess.prepare(builder.environment(), environment);
            return new Shell(builder.start(), output);
        }

        String text() {
            try {
                return Files.readString(output);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void assertEnded(DocExample example, int status) throws InterruptedException {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as(example.place() + " ends\n" + text())
                    .isTrue();
            assertThat(process.exitValue()).as(example.place() + "\n" + text()).isEqualTo(status);
            assertThat(example.missingIn(text()))
                    .as(example.place() + "\n" + text())
                    .isEmpty();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in vain: " + what).isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private static long count(DocumentReader reader, String pipeline) {
        return reader.count(pipeline + "_state", new BsonDocument());
    }

    private static void demoSql(String statement) {
        TapstateProcess.Outcome outcome = TapstateProcess.run(folder, Map.of(), "demo", "sql", "mysql", statement);
        assertThat(outcome.status()).as(outcome.text()).isZero();
    }

    /** A copy of the demo's workspace with pipelines, and views, of other names. */
    private static void writeWorkspace(String name, String... pipelines) throws IOException {
        Path demoWork = folder.resolve("tapstate-demo/work");
        for (String source : List.of("orders_db", "fulfillment_db")) {
            String file = "source/" + source + ".tap.yml";
            Workspaces.write(folder.resolve(name).resolve(file), Files.readString(demoWork.resolve(file)));
        }
        String text = Files.readString(demoWork.resolve("pipeline/order_pipeline.tap.yml"));
        for (String pipeline : pipelines) {
            Workspaces.write(
                    folder.resolve(name).resolve("pipeline").resolve(pipeline + ".tap.yml"),
                    text.replace("order_pipeline", pipeline).replace("order_state", pipeline + "_state"));
        }
    }

    private static void write(String file, String text) {
        Workspaces.write(folder.resolve(file), text);
    }

    private static Map<String, String> variables() throws IOException {
        Properties facts = new Properties();
        facts.load(Files.newBufferedReader(folder.resolve("tapstate-demo/demo.properties")));
        return Map.of(
                "ORDERS_DB_PORT", facts.getProperty("mysql.port"),
                "ORDERS_DB_PASSWORD", facts.getProperty("mysql.password"),
                "FULFILLMENT_DB_PORT", facts.getProperty("postgres.port"),
                "FULFILLMENT_DB_PASSWORD", facts.getProperty("postgres.password"));
    }

    private static String demoViews() throws IOException {
        String endpoints = Files.readString(folder.resolve("tapstate-demo/work/.tapstate/endpoints.json"));
        return BsonDocument.parse(endpoints).getString("viewsUri").getValue();
    }
}
