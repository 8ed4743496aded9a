package io.tapstate.cli.command;

import io.tapstate.cli.demo.DatabaseAddress;
import io.tapstate.cli.demo.RunningDemo;
import io.tapstate.cli.error.ExitCode;
import io.tapstate.cli.render.Terminal;
import io.tapstate.cli.render.TextTable;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.connectors.client.SqlResult;
import io.tapstate.connectors.client.SqlSession;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code demo sql}: one statement in one of a running demo's databases. */
@Command(
        name = "sql",
        description = "Run one SQL statement in a database of a running demo; it is committed at once.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  tapstate demo sql mysql \"UPDATE orders SET customer='alicia' WHERE id=1\"",
            "  tapstate demo sql postgres \"INSERT INTO shipments VALUES (7,1,'ups','pending')\"",
            "  tapstate demo sql mysql \"SELECT * FROM orders\"",
            "",
            "Exit status: 0, 1 when the database refuses the statement, 3 when no demo runs."
        })
public final class DemoSqlCommand implements Callable<Integer> {
    private static final int MOST_ROWS = 200;

    private final CliContext context;

    @Parameters(index = "0", paramLabel = "DATABASE", description = "mysql or postgres.")
    private DatabaseAddress.Kind database;

    @Parameters(index = "1", paramLabel = "STATEMENT", description = "One statement, in quotes.")
    private String statement;

    @Option(names = "--dir", paramLabel = "DIR", description = "Where the demo lives (default: ./tapstate-demo).")
    private Path dir;

    public DemoSqlCommand(CliContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path folder = dir == null ? EndpointLookup.DEMO_FOLDER : dir;
        DatabaseAddress address = RunningDemo.database(folder, database);
        Terminal terminal = context.terminal();
        try (SqlSession session = SqlSession.open(address.jdbcUrl(), address.user(), address.password())) {
            SqlResult result = session.run(statement, MOST_ROWS);
            if (result instanceof SqlResult.Rows rows) {
                TextTable table = new TextTable(rows.columns());
                rows.rows().forEach(table::row);
                terminal.out().print(table.render(terminal.style()));
                terminal.err().println(rows.rows().size() + (rows.cut() ? " rows shown, there are more" : " rows"));
            } else if (result instanceof SqlResult.Changed changed) {
                terminal.out().println(changed.rows() == 1 ? "1 row changed" : changed.rows() + " rows changed");
            }
        }
        return ExitCode.DONE;
    }
}
