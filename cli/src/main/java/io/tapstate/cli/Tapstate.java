package io.tapstate.cli;

import io.tapstate.cli.command.CliContext;
import io.tapstate.cli.command.OutputFormat;
import io.tapstate.cli.command.PlanFormat;
import io.tapstate.cli.command.Verbs;
import io.tapstate.cli.command.VersionCommand;
import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.error.ExitStatus;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.Style;
import io.tapstate.cli.render.Terminal;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The main class. Hands the command line to a verb, and whatever goes wrong to the one renderer of faults. */
@Command(
        name = "tapstate",
        synopsisSubcommandLabel = "VERB",
        description = "Keeps application-ready documents current from the databases that own the truth.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.class,
        footer = {"", "Start here: `tapstate demo`. Help on a verb: `tapstate help VERB`."})
public final class Tapstate implements Callable<Integer> {
    private static final String NO_COLOR = "--no-color";

    static {
        // No option is of these types, and the library would load them, JDBC's driver manager among them, to be ready.
        System.setProperty("picocli.converters.excludes", "java\\.(sql|time)\\..*");
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show stack traces of failures.")
    private boolean verbose;

    public static void main(String[] arguments) throws IOException {
        if (arguments.length == 1 && arguments[0].equals(Rehearsal.WORD)) {
            Rehearsal.play();
            return;
        }
        Terminal terminal = Terminal.system(System.getenv());
        int status = run(new CliContext(terminal, System.getenv()), arguments);
        terminal.out().flush();
        terminal.err().flush();
        System.exit(status);
    }

    /** Runs one command line and says with which exit status it ended; never throws, never exits. */
    public static int run(CliContext given, String... arguments) {
        Tapstate root = new Tapstate();
        // Taken note of before anything is read, because the faults of reading are coloured too.
        CliContext context = Arrays.asList(arguments).contains(NO_COLOR) ? given.withoutColour() : given;
        Terminal terminal = context.terminal();
        CommandLine line = new CommandLine(root);
        line.getCommandSpec()
                .addOption(CommandLine.Model.OptionSpec.builder(NO_COLOR)
                        .scopeType(ScopeType.INHERIT)
                        .description("No colours; NO_COLOR does the same.")
                        .build());
        Verbs.of(context, arguments).forEach(line::addSubcommand);
        versioned(line);
        line.setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(OutputFormat.class, OutputFormat::of)
                .registerConverter(PlanFormat.class, PlanFormat::of)
                .setUsageHelpAutoWidth(false)
                .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(
                        terminal.style() == Style.COLOUR ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler((fault, words) -> usageFault(terminal, fault))
                .setExecutionExceptionHandler(
                        (fault, verb, result) -> root.fault(terminal, fault, verb.getCommandName()));
        return line.execute(arguments);
    }

    private static void versioned(CommandLine line) {
        for (CommandLine verb : line.getSubcommands().values()) {
            verb.getCommandSpec().versionProvider(new VersionCommand());
            versioned(verb);
        }
    }

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return ExitCode.DONE;
    }

    private static int usageFault(Terminal terminal, ParameterException fault) {
        CommandSpec verb = fault.getCommandLine().getCommandSpec();
        String name =
                verb.parent() == null ? "help" : verb.qualifiedName(" ").substring("tapstate ".length()) + " --help";
        String reason = fault.getMessage();
        List<String> near = suggestions(fault);
        if (!near.isEmpty()) {
            reason += "; did you mean " + String.join(" or ", near) + "?";
        }
        Diagnostic diagnostic = Diagnostic.of(CliError.USAGE, "reason", reason, "verb", name);
        terminal.err().print(new DiagnosticRenderer(terminal.errorStyle()).render(diagnostic));
        return ExitCode.USAGE;
    }

    private static List<String> suggestions(ParameterException fault) {
        return fault instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getSuggestions()
                : List.of();
    }

    private int fault(Terminal terminal, Exception fault, String verb) {
        DiagnosticRenderer renderer = new DiagnosticRenderer(terminal.errorStyle());
        if (fault instanceof TapException coded) {
            terminal.err().print(renderer.render(coded, verbose));
            return ExitStatus.of(coded.diagnostics().get(0).code(), verb);
        }
        String detail =
                fault.getClass().getSimpleName() + (fault.getMessage() == null ? "" : ": " + fault.getMessage());
        terminal.err().print(renderer.render(Diagnostic.of(CliError.UNEXPECTED, "detail", detail)));
        if (verbose) {
            terminal.err().print(DiagnosticRenderer.stackTrace(fault));
        }
        return ExitCode.REFUSED;
    }
}
