package io.tapstate.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A Flink cluster of separate processes, one JobManager and one TaskManager on loopback, made of the jars and the
 * configuration that the distribution ships, and its clients: the command line class and the REST API.
 */
final class StandaloneCluster implements AutoCloseable {
    private static final Path DISTRIBUTION = TapstateProcess.DISTRIBUTION;
    private static final Path LIBRARIES = DISTRIBUTION.resolve("flink/lib");
    private static final Path JOB_JAR = DISTRIBUTION.resolve("job/tapstate-job.jar");
    private static final Duration PATIENCE = Duration.ofSeconds(180);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final Path configuration;
    private final Map<String, String> environment;
    private final List<Process> processes = new ArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final URI rest;

    private StandaloneCluster(Path folder, Map<String, String> environment) throws IOException {
        this.folder = folder;
        this.environment = environment;
        this.configuration = Files.createDirectories(folder.resolve("conf"));
        int restPort = freePort();
        this.rest = URI.create("http://127.0.0.1:" + restPort);
        List<String> settings = new ArrayList<>(Files.readAllLines(DISTRIBUTION.resolve("flink/conf/config.yaml")));
        settings.add("rest.port: " + restPort);
        settings.add("rest.bind-port: " + restPort);
        settings.add("jobmanager.rpc.port: " + freePort());
        settings.add(
                "execution.checkpointing.dir: " + folder.resolve("checkpoints").toUri());
        settings.add("io.tmp.dirs: " + Files.createDirectories(folder.resolve("tmp")));
        Files.write(configuration.resolve("config.yaml"), settings);
    }

    /** @param environment what plans refer to; reaches the JobManager, which builds jobs that come over REST */
    static StandaloneCluster start(Path folder, Map<String, String> environment) throws Exception {
        StandaloneCluster cluster = new StandaloneCluster(folder, environment);
        boolean started = false;
        try {
            cluster.startProcesses();
            started = true;
        } finally {
            if (!started) {
                cluster.close();
            }
        }
        return cluster;
    }

    private void startProcesses() throws Exception {
        launch("jobmanager", List.of("-Xmx512m"), entry("entrypoint.StandaloneSessionClusterEntrypoint"), List.of());
        List<String> resources = taskManagerResources();
        launch(
                "taskmanager",
                words(resources.get(0)),
                entry("taskexecutor.TaskManagerRunner"),
                words(resources.get(1)));
        await("a TaskManager", () -> get("/taskmanagers").path("taskmanagers").size() == 1);
    }

    // A TaskManager does not start without the sizes that Flink's shell scripts compute for it.
    private List<String> taskManagerResources() throws Exception {
        Path result = folder.resolve("resources.out");
        Process process = launch(
                "resources",
                List.of(),
                List.of("org.apache.flink.runtime.util.bash.BashJavaUtils"),
                List.of("GET_TM_RESOURCE_PARAMS", "--configDir", configuration.toString()));
        exit(process, result);
        String prefix = "BASH_JAVA_UTILS_EXEC_RESULT:";
        List<String> lines = Files.readAllLines(result).stream()
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()))
                .toList();
        if (lines.size() != 2) {
            throw new IllegalStateException("unexpected resources in " + result + ": " + lines);
        }
        return lines;
    }

    /** {@code flink run -d}; what the client printed. */
    String runByClient(String... programArguments) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("run", "-d", JOB_JAR.toString()));
        arguments.addAll(List.of(programArguments));
        Process process =
                launch("client", List.of("-Xmx512m"), List.of("org.apache.flink.client.cli.CliFrontend"), arguments);
        Path output = folder.resolve("client.out");
        int status = exit(process, output);
        return "exit " + status + "\n" + Files.readString(output);
    }

    /**
     * What a user of Flink's scripts has in the environment.
     *
     * @param home where a stand-in for Flink's {@code bin/flink} is written
     */
    Map<String, String> clientVariables(Path home) throws IOException {
        List<String> words = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx512m"));
        words.addAll(jvmFlags());
        words.add("-Dlog4j.configurationFile=" + DISTRIBUTION.resolve("flink/conf/log4j2-console.properties"));
        words.addAll(List.of("-cp", LIBRARIES.resolve("*").toString(), "org.apache.flink.client.cli.CliFrontend"));
        Path script = Files.createDirectories(home.resolve("bin")).resolve("flink");
        Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", words) + "' \"$@\"\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IllegalStateException(script + " cannot be made executable");
        }
        return Map.of(
                "FLINK_HOME", home.toString(),
                "FLINK_CONF_DIR", configuration.toString(),
                "FLINK_REST", rest.toString());
    }

    /** Uploads the jar and runs it. */
    void runByUpload(List<String> programArguments) throws IOException, InterruptedException {
        String boundary = "tapstate-upload";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(("--" + boundary + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\""
                        + JOB_JAR.getFileName() + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
        body.writeBytes(Files.readAllBytes(JOB_JAR));
        body.writeBytes(("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.UTF_8));
        JsonNode uploaded = send(HttpRequest.newBuilder(rest.resolve("/jars/upload"))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray())));
        String jar = Path.of(uploaded.path("filename").asText()).getFileName().toString();
        send(HttpRequest.newBuilder(rest.resolve("/jars/" + jar + "/run"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        JSON.writeValueAsString(Map.of("programArgsList", programArguments)))));
    }

    /** Cancels the one job of a name, and waits until it is gone. */
    void cancel(String pipeline) throws Exception {
        String id = job(pipeline).path("jid").asText();
        send(HttpRequest.newBuilder(rest.resolve("/jobs/" + id + "?mode=cancel"))
                .method("PATCH", HttpRequest.BodyPublishers.noBody()));
        await(pipeline + " is cancelled", () -> state(pipeline).equals("CANCELED"));
    }

    String state(String pipeline) throws IOException, InterruptedException {
        return job(pipeline).path("state").asText();
    }

    /** What a job met so far, for messages of failed tests. */
    String faults(String pipeline) throws IOException, InterruptedException {
        return get("/jobs/" + job(pipeline).path("jid").asText() + "/exceptions")
                .toString();
    }

    /** Rows that the running job of a pipeline has read by its snapshots, by the count of its sources. */
    long snapshotRows(String pipeline) throws IOException, InterruptedException {
        long rows = 0;
        String job = "/jobs/" + job(pipeline).path("jid").asText();
        for (JsonNode vertex : get(job).path("vertices")) {
            String metrics = job + "/vertices/" + vertex.path("id").asText() + "/metrics";
            for (JsonNode metric : get(metrics)) {
                String name = metric.path("id").asText();
                if (name.endsWith(".snapshotRows")) {
                    String query = metrics + "?get=" + URLEncoder.encode(name, StandardCharsets.UTF_8);
                    rows += get(query).path(0).path("value").asLong();
                }
            }
        }
        return rows;
    }

    private JsonNode job(String pipeline) throws IOException, InterruptedException {
        JsonNode latest = JSON.missingNode();
        for (JsonNode job : get("/jobs/overview").path("jobs")) {
            boolean later =
                    job.path("start-time").asLong() > latest.path("start-time").asLong();
            if (job.path("name").asText().equals(pipeline) && later) {
                latest = job;
            }
        }
        return latest;
    }

    private JsonNode get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(rest.resolve(path)));
    }

    private JsonNode send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response + ": " + response.body());
        }
        return JSON.readTree(response.body());
    }

    private Process launch(String name, List<String> flags, List<String> main, List<String> arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmFlags());
        command.addAll(flags);
        boolean server = name.endsWith("manager");
        command.add("-Dlog4j.configurationFile="
                + DISTRIBUTION.resolve("flink/conf/log4j2-" + (server ? "cluster" : "console") + ".properties"));
        command.add("-Dlog.file=" + folder.resolve(name + ".log"));
        command.addAll(List.of("-cp", LIBRARIES.resolve("*").toString()));
        command.addAll(main);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".out").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("FLINK_CONF_DIR", configuration.toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private List<String> entry(String runtimeClass) {
        return List.of("org.apache.flink.runtime." + runtimeClass, "--configDir", configuration.toString());
    }

    private List<String> jvmFlags() {
        String key = "env.java.opts.all: ";
        try (Stream<String> lines = Files.lines(configuration.resolve("config.yaml"))) {
            return words(lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .orElseThrow()
                    .substring(key.length()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int exit(Process process, Path output) throws InterruptedException {
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("it still runs; see " + output);
        }
        return process.exitValue();
    }

    private static List<String> words(String line) {
        return Stream.of(line.trim().split("\\s+", -1)).toList();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A condition that may fail while things start. */
    interface Condition {
        boolean holds() throws Exception;
    }

    static void await(String what, Condition condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        Exception last = null;
        while (System.nanoTime() < deadline) {
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (IOException | IllegalStateException notYet) {
                last = notYet;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
        throw new AssertionError("in vain: " + what, last);
    }

    /** Ends every process that was started here, the last one first. */
    @Override
    public void close() throws InterruptedException {
        for (int i = processes.size() - 1; i >= 0; i--) {
            Process process = processes.get(i);
            process.destroy();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                process.waitFor();
            }
        }
    }
}
