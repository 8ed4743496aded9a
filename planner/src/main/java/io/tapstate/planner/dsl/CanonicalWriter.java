package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.CanonicalNode.Entry;
import io.tapstate.planner.dsl.CanonicalNode.Item;
import io.tapstate.planner.dsl.CanonicalNode.Items;
import io.tapstate.planner.dsl.CanonicalNode.Mapping;
import io.tapstate.planner.dsl.CanonicalNode.Scalar;
import io.tapstate.planner.dsl.Interpolation.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Lays out a {@link CanonicalNode}: two spaces per level, mappings as blocks, lists of scalars on one line. */
final class CanonicalWriter {
    private static final String STEP = "  ";
    private static final int LONGEST_SIMPLE_KEY = 1000;

    private final StringBuilder out = new StringBuilder();

    private CanonicalWriter() {}

    static String write(List<String> head, Mapping root, List<String> tail) {
        CanonicalWriter writer = new CanonicalWriter();
        writer.comments(head, "");
        writer.entries(root, "", false);
        writer.comments(tail, "");
        return writer.out.toString();
    }

    private void comments(List<String> comments, String indent) {
        comments.forEach(comment -> out.append(indent).append(comment).append('\n'));
    }

    /** @param begun the first entry goes on the line that is begun, behind a dash */
    private void entries(Mapping mapping, String indent, boolean begun) {
        boolean first = begun;
        for (Entry entry : mapping.entries()) {
            if (first) {
                first = false;
            } else {
                comments(before(entry.comments()), indent);
                out.append(indent);
            }
            key(ScalarWriter.inline(entry.key(), false), indent);
            value(entry.value(), entry.comments().beside(), indent);
        }
    }

    private void key(String key, String indent) {
        if (key.length() > LONGEST_SIMPLE_KEY) {
            out.append("? ").append(key).append('\n').append(indent).append(':');
        } else {
            out.append(key).append(':');
        }
    }

    /** The value behind a colon, to the end of its last line. */
    private void value(CanonicalNode value, List<String> beside, String indent) {
        if (value instanceof Scalar scalar) {
            Optional<String> header = ScalarWriter.literalHeader(scalar);
            out.append(' ').append(header.orElseGet(() -> ScalarWriter.inline(scalar, false)));
            endLine(beside);
            header.ifPresent(literal -> literal(scalar, indent + STEP));
        } else if (value instanceof Items items && items.isFlat()) {
            out.append(' ').append(flat(items));
            endLine(beside);
        } else if (value instanceof Items items) {
            endLine(beside);
            items(items, indent + STEP);
        } else if (value.isEmpty()) {
            out.append(" {}");
            endLine(beside);
        } else {
            endLine(beside);
            entries((Mapping) value, indent + STEP, false);
        }
    }

    private void items(Items items, String indent) {
        for (Item item : items.items()) {
            if (item.value() instanceof Mapping mapping && !mapping.isEmpty()) {
                comments(item.comments().all(), indent);
                comments(before(mapping.entries().get(0).comments()), indent);
                out.append(indent).append("- ");
                entries(mapping, indent + STEP, true);
            } else {
                boolean nested = item.value() instanceof Items list && !list.isFlat();
                List<String> beside = nested ? List.of() : item.comments().beside();
                comments(nested ? item.comments().all() : before(item.comments()), indent);
                out.append(indent).append('-');
                value(item.value(), beside, indent);
            }
        }
    }

    private static String flat(Items items) {
        return items.items().stream()
                .map(item -> ScalarWriter.inline((Scalar) item.value(), true))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    // One comment fits beside; further ones stand before.
    private static List<String> before(Comments.Attached comments) {
        List<String> before = new ArrayList<>(comments.before());
        List<String> beside = comments.beside();
        before.addAll(beside.subList(Math.min(1, beside.size()), beside.size()));
        return before;
    }

    private void endLine(List<String> beside) {
        if (!beside.isEmpty()) {
            out.append(' ').append(beside.get(0));
        }
        out.append('\n');
    }

    private void literal(Scalar scalar, String indent) {
        String text = Interpolation.join(scalar.parts(), Part::text);
        String body = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (String line : body.split("\n", -1)) {
            out.append(line.isEmpty() ? "" : indent).append(line).append('\n');
        }
    }
}
