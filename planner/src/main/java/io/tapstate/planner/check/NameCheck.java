package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalTable;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Tables and columns have names that the libraries which read them can take. PostgreSQL's log reader takes bytes of a name
 * for characters, and splits names at spaces; MySQL's takes quotation marks in some places for those of a statement.
 */
final class NameCheck implements PipelineCheck {
    @Override
    public void check(LogicalPipeline pipeline, Faults faults) {
        pipeline.tables().forEach(table -> check(table, faults));
    }

    private static void check(LogicalTable table, Faults faults) {
        boolean postgres = table.source().connector().value().equals(PostgresOptions.CONNECTOR);
        if (postgres) {
            report(
                    "schema",
                    table.schema().id().namespace(),
                    ofTable(table, table.schema().id().namespace()),
                    table,
                    faults);
            report(
                    "table",
                    table.schema().id().name(),
                    ofTable(table, table.schema().id().name()),
                    table,
                    faults);
        }
        if (table.source().connector().value().equals(MySqlOptions.CONNECTOR)) {
            String namespace = table.schema().id().namespace();
            String name = table.schema().id().name();
            report("database", namespace, quotationMarks(namespace), table, faults);
            report("table", name, quotationMarks(name), table, faults);
        }
        if (postgres) {
            for (ColumnSchema column : table.schema().columns()) {
                report("column", column.name(), beyondAscii(table, column.name()), table, faults);
            }
        }
    }

    private static Optional<String> quotationMarks(String name) {
        boolean twice = Stream.of("``", "\"\"", "''").anyMatch(name::contains);
        boolean outside = Stream.of("`", "\"").anyMatch(mark -> name.startsWith(mark) || name.endsWith(mark));
        return twice || outside
                ? Optional.of("a quotation mark at its beginning, at its end or twice in a row")
                : Optional.empty();
    }

    private static Optional<String> ofTable(LogicalTable table, String name) {
        if (name.chars().anyMatch(Character::isWhitespace)) {
            return Optional.of("a space");
        }
        return name.indexOf('\\') >= 0 ? Optional.of("a backslash") : beyondAscii(table, name);
    }

    private static Optional<String> beyondAscii(LogicalTable table, String name) {
        return table.readsChanges() && name.chars().anyMatch(letter -> letter > 127)
                ? Optional.of("letters beyond ASCII, which its log reader does not tell")
                : Optional.empty();
    }

    private static void report(String kind, String name, Optional<String> reason, LogicalTable table, Faults faults) {
        reason.ifPresent(why -> faults.add(
                table.span(),
                CheckError.NAME_NOT_SUPPORTED,
                "kind",
                kind,
                "name",
                name,
                "table",
                table.schema().id(),
                "reason",
                why));
    }
}
