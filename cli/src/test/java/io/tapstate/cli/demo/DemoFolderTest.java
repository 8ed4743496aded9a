package io.tapstate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.cli.demo.DatabaseAddress.Kind;
import io.tapstate.cli.error.CliError;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.WorkspaceReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFolderTest {
    private static final DatabaseAddress MYSQL = new DatabaseAddress(Kind.MYSQL, "127.0.0.1", 1, "appdb", "t", "p");
    private static final DatabaseAddress POSTGRES =
            new DatabaseAddress(Kind.POSTGRES, "127.0.0.1", 2, "appdb", "t", "p");

    @TempDir
    private Path folder;

    @Test
    void aSecondDemoInTheSameFolderIsRefusedAndNamesTheFirst() {
        try (DemoFolder first = DemoFolder.claim(folder)) {
            assertThat(first.root()).exists();
            assertThatThrownBy(() -> DemoFolder.claim(folder))
                    .hasMessageContaining(CliError.DEMO_RUNNING.code())
                    .hasMessageContaining("process " + ProcessHandle.current().pid());
        }
        assertThat(DemoFolder.holder(folder)).isEmpty();
        DemoFolder.claim(folder).close();
    }

    @Test
    void aFolderOfSomebodyElseIsNotTouched() throws IOException {
        Files.writeString(folder.resolve("thesis.txt"), "");
        assertThatThrownBy(() -> DemoFolder.claim(folder)).hasMessageContaining(CliError.DEMO_FOLDER_FOREIGN.code());
        assertThat(folder.resolve("demo.lock")).doesNotExist();
    }

    @Test
    void resetLeavesAnEmptyDemo() throws IOException {
        try (DemoFolder demo = DemoFolder.claim(folder)) {
            Files.createDirectories(demo.work().resolve("source"));
            Files.writeString(demo.work().resolve("source/a"), "");
            demo.reset();
            assertThat(demo.work()).doesNotExist();
            assertThat(DemoFolder.holder(folder)).isPresent();
        }
    }

    @Test
    void whereTheDatabasesAreIsRememberedForTheOwnerAlone() throws IOException {
        DemoMemory.of(folder).remember(MYSQL);
        assertThat(DemoMemory.of(folder).address(Kind.MYSQL)).contains(MYSQL);
        assertThat(DemoMemory.of(folder).address(Kind.POSTGRES)).isEqualTo(Optional.empty());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("demo.properties"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aDamagedMemoryIsAFaultOfTheFolder() throws IOException {
        Files.writeString(folder.resolve("demo.properties"), "mysql.host=\\uZZZZ");
        assertThatThrownBy(() -> DemoMemory.of(folder))
                .hasMessageContaining(CliError.FOLDER_UNUSABLE.code())
                .hasMessageContaining("demo.properties is damaged");
    }

    @Test
    void aHolderWithoutAReadableProcessIdStillHolds() throws IOException {
        try (DemoFolder first = DemoFolder.claim(folder)) {
            Files.writeString(folder.resolve("demo.lock"), "x");
            assertThat(DemoFolder.holder(folder)).contains(0L);
            assertThat(first.root()).exists();
        }
    }

    @Test
    void theWorkspaceIsValidAndHoldsNoPassword() throws IOException {
        DemoWorkspace.write(folder.resolve("work"), MYSQL, POSTGRES, DemoMemory.of(folder));
        TapPlanner.validate(WorkspaceReader.read(folder.resolve("work")));
        assertThat(Files.readString(folder.resolve("work/source/orders_db.tap.yml")))
                .contains("port: ${ORDERS_DB_PORT}", "password: ${ORDERS_DB_PASSWORD}", "mode: cdc");
    }

    @Test
    void aFileTheUserEditedIsKeptAndOthersFollowTheServers() throws IOException {
        Path work = folder.resolve("work");
        DemoWorkspace.write(work, MYSQL, POSTGRES, DemoMemory.of(folder));
        Path edited = work.resolve("pipeline/order_pipeline.tap.yml");
        Files.writeString(edited, Files.readString(edited) + "# mine\n");
        DatabaseAddress moved = new DatabaseAddress(Kind.MYSQL, "db.example", 1, "appdb", "t", "p");
        DemoWorkspace.write(work, moved, POSTGRES, DemoMemory.of(folder));
        assertThat(Files.readString(edited)).endsWith("# mine\n");
        assertThat(Files.readString(work.resolve("source/orders_db.tap.yml"))).contains("host: db.example");
    }
}
