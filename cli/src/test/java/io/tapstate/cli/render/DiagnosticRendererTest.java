package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticRendererTest {
    private final DiagnosticRenderer renderer = new DiagnosticRenderer(Style.PLAIN);

    @Test
    void aFaultOutsideFilesIsMessageAndFix() {
        assertThat(renderer.render(Diagnostic.of(CliError.INVALID_PORTS, "value", "x")))
                .isEqualTo("""
                        cli.invalid-ports: `x` is not a port or a range of ports
                          fix: write one port (8081) or a range (8081-8181)
                        """);
    }

    @Test
    void aFaultInAFileShowsTheLineWithACaretBelowTheColumn() {
        SourceSpan span = new SourceSpan("work/a.tap.yml", 12, 5, "root.key", "    kee: [id]");
        assertThat(renderer.render(Diagnostic.at(span, CliError.INVALID_PORTS, "value", "x")))
                .isEqualTo("""
                        cli.invalid-ports: `x` is not a port or a range of ports
                          work/a.tap.yml:12:5 (root.key)
                            12 |     kee: [id]
                               |     ^
                          fix: write one port (8081) or a range (8081-8181)
                        """);
    }

    @Test
    void columnsCountCodePointsAndTabsStayTabs() {
        SourceSpan span = new SourceSpan("a", 1, 4, "", "\t\uD83D\uDE00x: y");
        assertThat(renderer.render(Diagnostic.at(span, CliError.INVALID_PORTS, "value", "x")))
                .contains("\n      | \t  ^\n");
    }

    @Test
    void aFileWithoutALineIsNamedAlone() {
        SourceSpan span = new SourceSpan("work/a.tap.yml", 0, 0, "", "");
        assertThat(renderer.render(Diagnostic.at(span, CliError.INVALID_PORTS, "value", "x")))
                .contains("\n  work/a.tap.yml\n  fix:")
                .doesNotContain("^");
    }

    @Test
    void allFaultsAreShown() {
        TapException two = new TapException(
                List.of(
                        Diagnostic.of(CliError.INVALID_PORTS, "value", "x"),
                        Diagnostic.of(CliError.DEMO_NOT_RUNNING, "path", "d")),
                null);
        assertThat(renderer.render(two, false))
                .contains("cli.invalid-ports", "cli.demo-not-running")
                .doesNotContain("\tat ");
        assertThat(renderer.render(two, true)).contains("\tat ");
    }

    @Test
    void passwordsInMessagesOfOthersAreHidden() {
        TapException failure = TapException.because(
                new IllegalStateException("mongodb://u:secret@h/db"),
                CliError.CONNECT_FAILED,
                "address",
                "mongodb://u:secret@h/db",
                "reason",
                "password=secret&x=1");
        assertThat(renderer.render(failure, true)).doesNotContain("secret").contains("mongodb://***@h/db");
    }

    @Test
    void coloursOnlyWhereWanted() {
        String text = new DiagnosticRenderer(Style.COLOUR).render(Diagnostic.of(CliError.INVALID_PORTS, "value", "x"));
        assertThat(text).startsWith("\u001b[31mcli.invalid-ports\u001b[0m:");
    }
}
