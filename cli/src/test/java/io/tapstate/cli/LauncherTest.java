package io.tapstate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher script in a checkout of scripts: its Maven and its Java only say that they were called, and how. */
@Timeout(60)
class LauncherTest {
    private static final Path SCRIPT = Path.of("../tapstate").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private Path checkout;
    private Path java;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("check out"));
        Files.copy(SCRIPT, checkout.resolve("tapstate"));
        executable(checkout.resolve("tapstate"));
        Files.writeString(checkout.resolve("pom.xml"), "");
        for (String part : List.of(".mvn", "flink-conf", "connectors", "planner", "job/src/main", "cli")) {
            Files.createDirectories(checkout.resolve(part));
        }
        script(
                checkout.resolve("mvnw"),
                "echo built >> builds; echo '[INFO] Building tapstate-cli 1 [8/9]'; sleep ${SLOW:-0}",
                "[ -z \"${MAVEN_STATUS:-}\" ] || exit $MAVEN_STATUS",
                "mkdir -p cli/dist/target/tapstate/lib cli/dist/target/tapstate/job",
                "echo built > cli/dist/target/tapstate/build.properties");
        java = jdk("17.0.15", true);
    }

    @Test
    void theFirstStartBuildsAndLaterOnesDoNot() throws Exception {
        Outcome first = launch("status", "a b");
        assertThat(first.status()).isZero();
        assertThat(first.text())
                .contains("tapstate: building", "tapstate-cli 1 [8/9]", "io.tapstate.cli.Tapstate|status|a b|");
        Outcome second = launch("status");
        assertThat(second.text()).doesNotContain("building").contains("io.tapstate.cli.Tapstate|status|");
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aChangedSourceIsBuiltAndAChangedTestIsNot() throws Exception {
        launch();
        touchLater(Files.createDirectories(checkout.resolve("job/src/test")).resolve("FooTest.java"));
        launch();
        assertThat(builds()).isEqualTo(1);
        touchLater(checkout.resolve("job/src/main/Foo.java"));
        launch();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void whatMavenBuiltByHandIsNotBuiltAgain() throws Exception {
        assertThat(new ProcessBuilder("./mvnw")
                        .directory(checkout.toFile())
                        .start()
                        .waitFor())
                .isZero();
        assertThat(launch().text()).doesNotContain("building");
    }

    @Test
    void itWorksFromAnotherFolderThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("tap"), Path.of("check out/tapstate"));
        Outcome outcome = launch(link, List.of("x"), List.of());
        assertThat(outcome.status()).isZero();
        assertThat(outcome.text()).contains("home=" + checkout.toRealPath() + "/cli/dist/target/tapstate");
    }

    @Test
    void twoAtOnceBuildOnce() throws Exception {
        Process one = start(checkout.resolve("tapstate"), List.of(), List.of("SLOW=2"));
        Process two = start(checkout.resolve("tapstate"), List.of(), List.of("SLOW=2"));
        assertThat(finish(one).status()).isZero();
        assertThat(finish(two).status()).isZero();
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aFailedBuildNamesItsLogAndIsTriedAgainNextTime() throws Exception {
        Outcome failed = launch(checkout.resolve("tapstate"), List.of(), List.of("MAVEN_STATUS=1"));
        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.text())
                .contains("boot.build-failed: ", "build.log")
                .doesNotContain("io.tapstate.cli.Tapstate");
        assertThat(launch().status()).isZero();
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void aJavaHomeWithoutJavaIsRefused() throws Exception {
        Outcome outcome = launch(checkout.resolve("tapstate"), List.of(), List.of("JAVA_HOME=/nowhere"));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.text())
                .startsWith("boot.java-missing: JAVA_HOME is /nowhere")
                .hasLineCount(1);
    }

    @Test
    void noJavaAtAllIsRefused() throws Exception {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("bash", "dirname", "readlink", "sed", "env")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin", tool));
        }
        Outcome outcome = launch(checkout.resolve("tapstate"), List.of(), List.of("JAVA_HOME=", "PATH=" + tools));
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.text()).startsWith("boot.java-missing: ").hasLineCount(1);
    }

    @Test
    void javaOfAnotherVersionIsRefusedByName() throws Exception {
        for (String version : List.of("11.0.2", "1.8.0_402", "22")) {
            Path other = jdk(version, true);
            Outcome outcome = launch(checkout.resolve("tapstate"), List.of(), List.of("JAVA_HOME=" + other));
            assertThat(outcome.status()).isEqualTo(1);
            assertThat(outcome.text())
                    .startsWith("boot.java-version: Java " + version)
                    .hasLineCount(1);
        }
    }

    @Test
    void aRuntimeWithoutCompilerRunsWhatIsBuiltButCannotBuild() throws Exception {
        Path runtime = jdk("21.0.1", false);
        List<String> environment = List.of("JAVA_HOME=" + runtime);
        Outcome outcome = launch(checkout.resolve("tapstate"), List.of(), environment);
        assertThat(outcome.status()).isEqualTo(1);
        assertThat(outcome.text()).startsWith("boot.jdk-needed: ").hasLineCount(1);
        assertThat(launch().status()).isZero();
        assertThat(launch(checkout.resolve("tapstate"), List.of(), environment).status())
                .isZero();
    }

    @Test
    void anArchiveOfClassesIsMadeOnceAndThenUsed() throws Exception {
        Path lib = jars();
        Path archiver = archiver();
        List<String> environment = List.of("JAVA_HOME=" + archiver);
        Outcome first = launch(checkout.resolve("tapstate"), List.of("version"), environment);
        assertThat(first.status()).isZero();
        assertThat(first.text())
                .containsPattern("-XX:SharedArchiveFile=[^|]*\\.jsa\\|")
                .contains("|version|");
        assertThat(launch(checkout.resolve("tapstate"), List.of("version"), environment)
                        .text())
                .isEqualTo(first.text().substring(first.text().indexOf("home=")));
        assertThat(archives()).isEqualTo(1);
        assertThat(first.text())
                .containsPattern(
                        "-cp\\|[^|]*/tapstate-cli.jar:[^|]*/tapstate-planner.jar:[^|]*/a.jar:[^|]*/z.jar:[^|]*/testing.jar\\|");
        assertThat(lib.resolveSibling("classes")).isDirectoryNotContaining("glob:**.list");
    }

    @Test
    void anArchiveOlderThanAJarIsMadeAgain() throws Exception {
        Path lib = jars();
        List<String> environment = List.of("JAVA_HOME=" + archiver());
        launch(checkout.resolve("tapstate"), List.of(), environment);
        Files.setLastModifiedTime(
                lib.resolve("a.jar"), FileTime.from(Instant.now().plusSeconds(5)));
        launch(checkout.resolve("tapstate"), List.of(), environment);
        assertThat(archives()).isEqualTo(2);
    }

    @Test
    void aJavaThatCannotMakeAnArchiveRunsWithoutOneAndIsNotAskedAgain() throws Exception {
        jars();
        List<String> environment = List.of("JAVA_HOME=" + archiver(), "REFUSES=1");
        for (int start = 0; start < 2; start++) {
            Outcome outcome = launch(checkout.resolve("tapstate"), List.of("version"), environment);
            assertThat(outcome.status()).isZero();
            assertThat(outcome.text()).contains("|version|").doesNotContain("-XX:SharedArchiveFile", "refused");
        }
        assertThat(archives()).isEqualTo(1);
    }

    @Test
    void whereNothingMayBeWrittenThereIsNoArchiveAndNoComplaint() throws Exception {
        Path lib = jars();
        List<String> environment = List.of("JAVA_HOME=" + archiver());
        // A file in the place of the folder stops even those who may write everywhere.
        Files.writeString(lib.resolveSibling("classes"), "");
        Outcome outcome = launch(checkout.resolve("tapstate"), List.of("version"), environment);
        assertThat(outcome.status()).isZero();
        assertThat(outcome.text().substring(outcome.text().indexOf("home=")))
                .hasLineCount(2)
                .doesNotContain("-XX:SharedArchiveFile");
    }

    /** Builds, and puts jars into the distribution. */
    private Path jars() throws Exception {
        assertThat(launch().status()).isZero();
        Path lib = checkout.resolve("cli/dist/target/tapstate/lib");
        for (String jar : List.of("z", "tapstate-planner", "testing", "a", "tapstate-cli")) {
            Files.writeString(lib.resolve(jar + ".jar"), "");
        }
        return lib;
    }

    /** A Java that makes archives, or refuses to. */
    private Path archiver() throws IOException {
        Path home = jdk("17.0.16", true);
        script(
                home.resolve("bin/java"),
                "for word in \"$@\"; do case $word in",
                "  -Xshare:dump) echo made >> '" + checkout.resolve("archives") + "'",
                "    [ -z \"${REFUSES:-}\" ] || { echo refused >&2; exit 1; } ;;",
                "  -XX:SharedArchiveFile=*) file=${word#*=} ;;",
                "esac; done",
                "case \" $* \" in *' -Xshare:dump '*) echo x > \"$file\"; exit ;; *__rehearse*) exit ;; esac",
                "echo \"home=$TAPSTATE_HOME\"; printf '%s|' \"$@\"; echo");
        return home;
    }

    private long archives() throws IOException {
        return Files.readAllLines(checkout.resolve("archives")).size();
    }

    private Path jdk(String version, boolean compiler) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jdk-" + version + compiler));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "echo \"home=$TAPSTATE_HOME\"; printf '%s|' \"$@\"; echo");
        if (compiler) {
            script(home.resolve("bin/javac"), "exit 0");
        }
        return home;
    }

    private long builds() throws IOException {
        return Files.readAllLines(checkout.resolve("builds")).size();
    }

    private static void touchLater(Path file) throws IOException {
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
    }

    private Outcome launch(String... arguments) throws Exception {
        return launch(checkout.resolve("tapstate"), List.of(arguments), List.of());
    }

    private Outcome launch(Path script, List<String> arguments, List<String> environment) throws Exception {
        return finish(start(script, arguments, environment));
    }

    private Process start(Path script, List<String> arguments, List<String> environment) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", java.toString());
        environment.forEach(variable -> {
            int equals = variable.indexOf('=');
            builder.environment().put(variable.substring(0, equals), variable.substring(equals + 1));
        });
        return builder.start();
    }

    private static Outcome finish(Process process) throws IOException, InterruptedException {
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Outcome(process.exitValue(), text);
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.writeString(file, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
        executable(file);
    }

    private static void executable(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Outcome(int status, String text) {}
}
