package io.tapstate.planner.plan;

import io.tapstate.connectors.api.TableId;
import io.tapstate.planner.plan.Embed.Direction;
import io.tapstate.planner.plan.Embed.Shape;
import java.util.ArrayList;
import java.util.List;

/** The tree of a nest as lines. */
final class NestText {
    private final PlanLineage lineage;

    NestText(PlanLineage lineage) {
        this.lineage = lineage;
    }

    /**
     * @param key what an edge names that does not say it
     * @param parent what the rows stand in, for people
     */
    List<String> lines(List<Embed> embeds, List<String> key, String parent) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < embeds.size(); i++) {
            boolean last = i == embeds.size() - 1;
            Embed embed = embeds.get(i);
            lines.add((last ? "`- " : "|- ") + edge(embed, key, parent));
            String field = Words.plain(NestPaths.shown(embed.path()));
            lines(embed.embeds(), List.of(), field).forEach(line -> lines.add((last ? "   " : "|  ") + line));
        }
        return lines;
    }

    /** The rows that some embeds and all below them hold, depth first. */
    List<String> names(List<Embed> embeds) {
        List<String> names = new ArrayList<>();
        for (Embed embed : embeds) {
            names.add(rows(embed));
            names.addAll(names(embed.embeds()));
        }
        return names;
    }

    private String edge(Embed embed, List<String> key, String parent) {
        List<String> parentColumns = embed.parentColumns().isEmpty() ? key : embed.parentColumns();
        StringBuilder text = new StringBuilder();
        text.append(Words.plain(NestPaths.shown(embed.path()))).append("  ");
        text.append(rows(embed)).append(" as ").append(PlanText.lower(embed.shape()));
        if (embed.direction() == Direction.BELONGS_TO) {
            text.append(", belongs to ").append(parent).append(" by ");
            text.append(Words.join(embed.childColumns(), parentColumns));
        } else {
            text.append(", ").append(parent).append(" points at it by ");
            text.append(Words.join(parentColumns, embed.childColumns()));
        }
        if (embed.shape() == Shape.ARRAY) {
            text.append(", ordered by ").append(Words.columns(embed.arrayKey()));
        }
        PlanStep from = lineage.step(embed.input().step());
        if (from instanceof RouteRowsStep || from instanceof LookupRowsStep) {
            text.append(", through ").append(Words.plain(from.id().value()));
        }
        if (embed.ignoreUpdates()) {
            text.append(", updates alone send nothing");
        }
        return text.toString();
    }

    /** The rows themselves, behind the stages they pass. */
    private String rows(Embed embed) {
        return name(embed.input(), embed.path(), lineage);
    }

    /** A stream by its table, wherever that is read. */
    static String name(StreamRef stream, PlanLineage lineage) {
        return name(stream, "", lineage);
    }

    private static String name(StreamRef stream, String field, PlanLineage lineage) {
        PlanStep step = lineage.step(stream.step());
        if (step instanceof RememberKeysStep keys) {
            return name(keys.input(), field, lineage);
        }
        if (step instanceof LookupRowsStep lookup) {
            return name(lookup.rows(), field, lineage);
        }
        if (step instanceof RouteRowsStep route) {
            return route.children().stream()
                    .filter(child -> child.path().equals(field) || child.path().endsWith("." + field))
                    .findFirst()
                    .map(child -> name(child.input(), field, lineage))
                    .orElseGet(() -> Words.plain(route.id().value()));
        }
        if (step instanceof ReadTablesStep source) {
            return Words.plain(
                    source.source() + "." + stream.table().map(TableId::name).orElse(""));
        }
        return Words.plain(stream.step().value());
    }
}
