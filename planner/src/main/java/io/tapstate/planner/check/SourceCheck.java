package io.tapstate.planner.check;

import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.ConnectorDescriptor;
import io.tapstate.connectors.catalog.SourceMode;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.resolve.ResolveError;
import io.tapstate.planner.resolve.WorkspaceIndex;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.SourceSpec;
import io.tapstate.planner.spec.SourceSpec.SourceModeName;
import io.tapstate.planner.spec.SourceSpec.TableSpec;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A source by itself: its connector exists and reads that way, its settings are the connector's, its tables make sense. */
public final class SourceCheck {
    private SourceCheck() {}

    public static void check(SourceSpec source, Faults faults) {
        viewStore(source, faults);
        tables(source, faults);
        sharedCapture(source, faults);
        String id = source.connector().value();
        Optional<ConnectorDescriptor> connector = ConnectorCatalog.find(id);
        if (connector.isPresent()) {
            mode(source, connector.get(), faults);
            new ConfigCheck(source, connector.get(), faults).check();
        } else if (!id.contains("${")) {
            faults.add(
                    source.connector().span(),
                    CheckError.CONNECTOR_NOT_FOUND,
                    "connector",
                    id,
                    "suggestion",
                    NearestName.suggestion(
                            id,
                            ConnectorCatalog.all().stream()
                                    .map(ConnectorDescriptor::id)
                                    .toList()));
        }
    }

    private static void viewStore(SourceSpec source, Faults faults) {
        if (source.id().value().equals(WorkspaceIndex.VIEW_STORE) && !source.connectionOnly()) {
            faults.add(
                    source.id().span(),
                    CheckError.VIEW_STORE_IS_A_CAPTURE_SOURCE,
                    "store",
                    source.id().value());
        }
    }

    private static void mode(SourceSpec source, ConnectorDescriptor connector, Faults faults) {
        List<String> modes = connector.modes().stream().map(SourceMode::text).toList();
        source.mode()
                .filter(mode -> !modes.contains(spelling(mode.value())))
                .ifPresent(mode -> faults.add(
                        mode.span(),
                        DslError.UNSUPPORTED_MODE,
                        "connector",
                        connector.id(),
                        "mode",
                        spelling(mode.value()),
                        "allowed",
                        modes.isEmpty()
                                ? "a connector that can be read: " + NearestName.oneOf(readable())
                                : NearestName.oneOf(modes)));
    }

    private static List<String> readable() {
        return ConnectorCatalog.all().stream()
                .filter(ConnectorDescriptor::isSource)
                .map(ConnectorDescriptor::id)
                .toList();
    }

    private static void tables(SourceSpec source, Faults faults) {
        if (source.tables().isEmpty()) {
            return;
        }
        Located<List<TableSpec>> tables = source.tables().get();
        if (tables.value().isEmpty() && !faults.under(source.span(), "tables")) {
            faults.add(
                    tables.span(),
                    ResolveError.SELECTION_EMPTY,
                    "source",
                    source.id().value());
        }
        Set<String> seen = new HashSet<>();
        for (TableSpec table : tables.value()) {
            String name = table.name().value();
            if (!seen.add(name)) {
                faults.add(
                        table.name().span(),
                        DslError.ILLEGAL_VALUE,
                        "field",
                        "tables",
                        "value",
                        name,
                        "expected",
                        "a table that the list does not have yet");
            }
            if (table.pattern() && !name.contains("${")) {
                pattern(table, faults);
            }
        }
    }

    private static void pattern(TableSpec table, Faults faults) {
        String detail;
        try {
            Pattern.compile(table.regex());
            return;
        } catch (PatternSyntaxException e) {
            detail = e.getDescription();
        } catch (StackOverflowError e) {
            detail = "it nests too deep";
        }
        faults.add(
                table.name().span(),
                CheckError.TABLE_REGEX_INVALID,
                "regex",
                table.name().value(),
                "detail",
                detail);
    }

    private static void sharedCapture(SourceSpec source, Faults faults) {
        boolean cdc =
                source.mode().filter(mode -> mode.value() == SourceModeName.CDC).isPresent();
        source.srs()
                .filter(srs -> !cdc && !faults.under(source.span(), "mode"))
                .ifPresent(srs -> faults.add(
                        srs.span(),
                        DslError.MODE_MISMATCH,
                        "field",
                        "srs",
                        "value",
                        "...",
                        "reason",
                        source.mode()
                                .map(mode -> "`mode: " + spelling(mode.value()) + "`")
                                .orElse("a source without `mode`"),
                        "remedy",
                        "remove `srs`, or write `mode: cdc`"));
    }

    private static String spelling(SourceModeName mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }
}
