package io.tapstate.cli.render;

import io.tapstate.cli.discovery.Discovered;
import io.tapstate.connectors.api.ColumnSchema;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.api.UniqueIndex;
import io.tapstate.planner.schema.SchemaChanges;
import io.tapstate.planner.schema.SchemaChanges.Part;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What discovery found, for people. */
public final class DiscoveryScreen {
    private final Style style;

    public DiscoveryScreen(Style style) {
        this.style = style;
    }

    /** @param recorded whether the file was written */
    public String text(Discovered found, boolean recorded) {
        List<TableSchema> tables = found.snapshot().tables();
        StringBuilder text = new StringBuilder();
        text.append(style.bold(found.snapshot().source()))
                .append("  ")
                .append(found.snapshot().connector());
        text.append(", ")
                .append(Quantities.count(tables.size(), "table", "tables"))
                .append('\n');
        if (!tables.isEmpty()) {
            text.append(table(tables).indent(2));
        }
        tables.forEach(table -> table.columns().stream()
                .filter(column -> column.type() == ColumnType.UNSUPPORTED)
                .forEach(column -> text.append(unsupported(table, column))));
        found.changes().ifPresent(changes -> text.append(changes(changes)));
        text.append(recorded ? "  recorded in " : "  not recorded, would be ").append(found.path());
        return text.append(" (").append(found.status()).append(")\n").toString();
    }

    private String table(List<TableSchema> tables) {
        TextTable lines = new TextTable("TABLE", "COLUMNS", "KEY", "UNIQUE", "ROWS", "OLD ROWS");
        for (TableSchema table : tables) {
            lines.row(
                    table.id().toString(),
                    Integer.toString(table.columns().size()),
                    list(table.primaryKey()),
                    table.uniqueIndexes().isEmpty()
                            ? "-"
                            : table.uniqueIndexes().stream()
                                    .map(UniqueIndex::columns)
                                    .map(DiscoveryScreen::list)
                                    .collect(Collectors.joining("; ")),
                    table.rowEstimate().isPresent()
                            ? Long.toString(table.rowEstimate().getAsLong())
                            : "-",
                    table.beforeImage().name().toLowerCase(Locale.ROOT));
        }
        return lines.render(style);
    }

    private String unsupported(TableSchema table, ColumnSchema column) {
        return "  " + style.yellow("!") + " `" + column.name() + "` of " + table.id() + " is " + column.nativeType()
                + ", which cannot be carried exactly: a pipeline that reads this table is refused\n";
    }

    private String changes(SchemaChanges changes) {
        StringBuilder text = new StringBuilder();
        changes.added()
                .forEach(table -> text.append("  ")
                        .append(style.green("+"))
                        .append(" table ")
                        .append(table)
                        .append('\n'));
        changes.removed()
                .forEach(table -> text.append("  ")
                        .append(style.red("-"))
                        .append(" table ")
                        .append(table)
                        .append('\n'));
        changes.changed().forEach(table -> {
            text.append("  ")
                    .append(style.yellow("~"))
                    .append(" table ")
                    .append(table.table())
                    .append('\n');
            table.parts().forEach(part -> text.append("    ").append(part(part)).append('\n'));
        });
        return text.toString();
    }

    private String part(Part part) {
        if (part.isAdded()) {
            return style.green("+") + " " + part.what() + " " + part.after();
        }
        return part.isRemoved()
                ? style.red("-") + " " + part.what() + " " + part.before()
                : style.yellow("~") + " " + part.what() + " " + part.before() + " -> " + part.after();
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "-" : String.join(", ", names);
    }
}
