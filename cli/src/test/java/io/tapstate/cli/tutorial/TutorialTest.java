package io.tapstate.cli.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.tutorial.TutorialReader.Said;
import io.tapstate.cli.tutorial.TutorialStep.ChangeLines;
import io.tapstate.cli.tutorial.TutorialStep.Type;
import io.tapstate.cli.tutorial.TutorialStep.WriteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tutorial does what it says, without a database. {@code -Dtutorial.update} rewrites what its commands show, where no
 * {@code ...} stands, then fails.
 */
class TutorialTest {
    private static final boolean UPDATE = System.getProperty("tutorial.update") != null;
    private static final Path FINISHED = Tutorial.CHECKOUT.resolve("docs/tutorial/shop");

    private final List<String> text = new ArrayList<>();
    private int rewritten;
    private int shift;

    @TempDir
    private Path folder;

    @Test
    void whoFollowsTheTutorialSeesWhatItShowsAndEndsWithTheFinishedShop() throws Exception {
        text.addAll(Files.readAllLines(Tutorial.FILE));
        TutorialReader reader = new TutorialReader(folder.toRealPath());
        SoftAssertions each = new SoftAssertions();
        for (TutorialStep step : Tutorial.read()) {
            if (step instanceof WriteFile write) {
                reader.write(write);
            } else if (step instanceof ChangeLines change) {
                reader.change(change);
            } else if (step instanceof Type type && !type.database()) {
                compare(type, reader.type(type), each);
            }
        }
        if (rewritten > 0) {
            Files.writeString(Tutorial.FILE, String.join("\n", text) + "\n");
        }
        each.assertAll();
        assertThat(rewritten).as("rewritten; look at them and run again").isZero();
        assertThat(files(folder.resolve("my-shop"))).isEqualTo(files(FINISHED));
    }

    private void compare(Type type, Said said, SoftAssertions each) {
        String place = "docs/tutorial.md:" + type.line() + ": " + type.command();
        each.assertThat(said.status())
                .as(place + "\n" + String.join("\n", said.lines()))
                .isEqualTo(type.status());
        if (!type.compared() || TutorialReader.matches(type.shown(), said.lines())) {
            return;
        }
        if (UPDATE && type.shown().stream().noneMatch(line -> line.contains("..."))) {
            int from = type.shownAt() + shift;
            text.subList(from, from + type.shown().size()).clear();
            text.addAll(from, said.lines());
            shift += said.lines().size() - type.shown().size();
            rewritten++;
            return;
        }
        each.assertThat(String.join("\n", said.lines())).as(place).isEqualTo(String.join("\n", type.shown()));
    }

    private static SortedMap<String, String> files(Path folder) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(folder.relativize(path).toString(), Files.readString(path));
            }
        }
        return files;
    }
}
