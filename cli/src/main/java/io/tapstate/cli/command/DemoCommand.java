package io.tapstate.cli.command;

import io.tapstate.cli.demo.DatabaseAddress;
import io.tapstate.cli.demo.DemoCheck;
import io.tapstate.cli.demo.DemoOptions;
import io.tapstate.cli.demo.DemoReporter;
import io.tapstate.cli.demo.DemoSession;
import io.tapstate.cli.error.CliError;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.DiagnosticRenderer;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.run.Distribution;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.cli.run.EngineSupervisor;
import io.tapstate.cli.run.RunRequest;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.connectors.diagnostics.Diagnostic;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code demo}: real databases, the sample, a running pipeline. */
@Command(
        name = "demo",
        description = "Start real databases and keep documents of their rows current, until Ctrl-C.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[sql]",
        footer = {
            "",
            "Examples:",
            "  tapstate demo",
            "  tapstate demo --dir /tmp/orders --reset",
            "  tapstate demo --check",
            "  tapstate demo sql mysql \"UPDATE orders SET customer='alicia' WHERE id=1\"",
            "  ORDERS_DB_PASSWORD=... tapstate demo --mysql-url mysql://app@db.example:3306/appdb",
            "",
            "Exit status: 0 stopped, or every step of the check held; 1 refused, or a step failed; 4 the job failed;",
            "130 Ctrl-C."
        })
public final class DemoCommand implements Callable<Integer> {
    private final CliContext context;

    @Option(names = "--dir", paramLabel = "DIR", description = "Where the demo lives (default: ./tapstate-demo).")
    private Path dir;

    @Option(names = "--reset", description = "Delete what earlier demos left in the folder and start over.")
    private boolean reset;

    @Option(names = "--check", description = "Walk the whole tour, print the times, and exit with 0 or 1.")
    private boolean check;

    @Option(
            names = "--mysql-url",
            paramLabel = "URL",
            description = "Use this server: mysql://USER:PASSWORD@HOST:PORT/DATABASE."
                    + " The password may come from ORDERS_DB_PASSWORD instead.")
    private String mysqlUrl;

    @Option(
            names = "--postgres-url",
            paramLabel = "URL",
            description = "Use this server: postgres://USER:PASSWORD@HOST:PORT/DATABASE."
                    + " The password may come from FULFILLMENT_DB_PASSWORD instead.")
    private String postgresUrl;

    @Option(
            names = "--mongo-uri",
            paramLabel = "URI",
            description = "Write documents to this store: mongodb://HOST:PORT/DATABASE.")
    private String mongoUri;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "Port of the dashboard, or a range (default: " + RunRequest.DEFAULT_PORTS + ").")
    private String port = RunRequest.DEFAULT_PORTS;

    public DemoCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        DemoOptions options = new DemoOptions(
                dir == null ? EndpointLookup.DEMO_FOLDER : dir,
                address(DatabaseAddress.Kind.MYSQL, "--mysql-url", mysqlUrl),
                address(DatabaseAddress.Kind.POSTGRES, "--postgres-url", postgresUrl),
                Optional.ofNullable(mongoUri),
                Ports.checked(port));
        StopSignal stop = StopSignal.installed();
        if (check) {
            return new DemoCheck(context.terminal(), context.environment())
                    .run(options, Optional.ofNullable(dir), stop);
        }
        try {
            return stay(options, stop);
        } catch (CancellationException e) {
            return stop.exitCode();
        }
    }

    private int stay(DemoOptions options, StopSignal stop) throws InterruptedException {
        Terminal terminal = context.terminal();
        Distribution distribution = Distribution.from(context.environment());
        try (DemoSession session =
                DemoSession.open(options, reset, context.environment(), distribution, stop, terminal.out()::println)) {
            DemoReporter reporter = new DemoReporter(terminal, session, options.folder(), dir == null);
            session.onServerEnd(product -> {
                Diagnostic ended =
                        Diagnostic.of(CliError.DEMO_SERVER_ENDED, "product", product, "path", options.folder());
                terminal.err().print(new DiagnosticRenderer(terminal.errorStyle()).render(ended));
                stop.request(ExitCode.JOB_FAILED);
            });
            int status = new EngineSupervisor(session.run(), reporter, stop).run();
            terminal.out().println("stopping the servers; their data stay in " + options.folder());
            return status;
        }
    }

    private Optional<DatabaseAddress> address(DatabaseAddress.Kind kind, String option, String url) {
        return Optional.ofNullable(url).map(text -> DatabaseAddress.parse(kind, option, text, context.environment()));
    }
}
