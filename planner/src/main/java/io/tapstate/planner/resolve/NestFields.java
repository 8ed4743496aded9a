package io.tapstate.planner.resolve;

import io.tapstate.connectors.diagnostics.SourceSpan;
import io.tapstate.planner.dsl.Faults;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.Stream;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.TransformBody.EmbedSpec;
import io.tapstate.planner.spec.TransformBody.Nest;
import io.tapstate.planner.spec.TransformBody.Shape;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Every field of a document, at every level, has one writer: a column, an embed, or the document's key. */
public final class NestFields {
    private static final String DOCUMENT_KEY = "_id";

    private final Faults faults;

    public NestFields(Faults faults) {
        this.faults = faults;
    }

    /** What text alone shows: embeds that write the same field. */
    public void paths(Nest nest) {
        for (EmbedSpec embed : nest.root().embeds()) {
            embed.path()
                    .filter(path -> first(path.value()).equals(DOCUMENT_KEY))
                    .ifPresent(path -> faults.add(path.span(), NestTreeError.RESERVED_FIELD, "field", DOCUMENT_KEY));
        }
        overlaps(nest.root().embeds());
    }

    private void overlaps(List<EmbedSpec> siblings) {
        List<String> earlier = new ArrayList<>();
        for (EmbedSpec embed : siblings) {
            embed.path().ifPresent(path -> {
                earlier.stream()
                        .filter(other -> overlap(other, path.value()))
                        .findFirst()
                        .ifPresent(other -> faults.add(
                                path.span(),
                                NestTreeError.EMBED_PATH_CONFLICT,
                                "embedPathA",
                                other,
                                "embedPathB",
                                path.value()));
                earlier.add(path.value());
            });
            overlaps(embed.embeds());
        }
    }

    /** What the columns show too. */
    void check(Nest nest, NestRows root, Map<String, Stream> aliases) {
        if (hidesKey(root.type().names(), root.identity())) {
            faults.add(nest.root().from().span(), NestTreeError.RESERVED_FIELD, "field", DOCUMENT_KEY);
        }
        level(nest.root().embeds(), root, aliases, true);
    }

    private void level(List<EmbedSpec> siblings, NestRows parent, Map<String, Stream> aliases, boolean top) {
        Map<String, String> owners = new HashMap<>();
        parent.type().names().forEach(column -> owners.put(column, "the column of `" + parent.table() + "`"));
        for (EmbedSpec embed : siblings) {
            embed.path().ifPresent(path -> column(path, parent.type(), parent.table()));
            embed.path().ifPresent(path -> owners.putIfAbsent(first(path.value()), "the embed `" + path.value() + "`"));
        }
        for (EmbedSpec embed : siblings) {
            Stream stream = aliases.get(embed.from().value());
            if (stream == null || stream.flows().isEmpty()) {
                continue;
            }
            NestRows rows = NestRows.of(stream);
            if (embed.shape().value() == Shape.FLAT) {
                if (top && rows.type().names().contains(DOCUMENT_KEY)) {
                    faults.add(embed.from().span(), NestTreeError.RESERVED_FIELD, "field", DOCUMENT_KEY);
                }
                flat(embed, rows, owners);
            }
            level(embed.embeds(), rows, aliases, false);
        }
    }

    private void column(Located<String> path, RowType parent, String table) {
        String first = first(path.value());
        if (parent.names().contains(first)) {
            faults.add(
                    path.span(),
                    NestTreeError.EMBED_PATH_HIDES_COLUMN,
                    "path",
                    path.value(),
                    "column",
                    first,
                    "table",
                    table);
        }
    }

    // A column joined to one of the same name holds the same value: writing it twice changes nothing.
    private void flat(EmbedSpec embed, NestRows rows, Map<String, String> owners) {
        Map<String, String> on = new HashMap<>();
        embed.on().value().forEach((child, parent) -> on.put(child.value(), parent.value()));
        SourceSpan span = embed.from().span();
        for (String column : rows.type().names()) {
            String owner =
                    owners.putIfAbsent(column, "the flat embed `" + embed.from().value() + "`");
            if (owner != null && !column.equals(on.get(column))) {
                faults.add(
                        span,
                        NestTreeError.FLAT_FIELD_CONFLICT,
                        "alias",
                        embed.from().value(),
                        "field",
                        column,
                        "owner",
                        owner);
            }
        }
    }

    /** Whether a field of a document takes the place of its key without being it. */
    public static boolean hidesKey(Collection<String> fields, List<String> key) {
        return fields.contains(DOCUMENT_KEY) && !key.equals(List.of(DOCUMENT_KEY));
    }

    private static boolean overlap(String left, String right) {
        return (left + ".").startsWith(right + ".") || (right + ".").startsWith(left + ".");
    }

    /** The first name of a dotted path. */
    public static String first(String path) {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }
}
