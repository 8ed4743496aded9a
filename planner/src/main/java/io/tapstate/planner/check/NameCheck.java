package io.tapstate.planner.check;

import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.postgres.PostgresOptions;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.LogicalPipeline;
import io.tapstate.planner.logical.LogicalTable;
import java.util.Optional;

/**
 * Tables and columns have names that the libraries which read them can take. PostgreSQL's log reader takes bytes of a name
 * for characters, and splits names at spaces; MySQL's keeps a backtick in a name doubled, as a statement writes it.
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
        for (ColumnSchema column : table.schema().columns()) {
            Optional<String> reason = postgres ? beyondAscii(table, column.name()) : backtick(column.name());
            report("column", column.name(), reason, table, faults);
        }
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

    private static Optional<String> backtick(String name) {
        return name.indexOf('`') >= 0 ? Optional.of("a backtick") : Optional.empty();
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
