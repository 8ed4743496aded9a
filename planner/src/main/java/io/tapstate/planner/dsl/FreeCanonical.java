package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.CanonicalBuilder.Canonical;
import io.tapstate.planner.dsl.CanonicalNode.Entry;
import io.tapstate.planner.dsl.CanonicalNode.Item;
import io.tapstate.planner.dsl.CanonicalNode.Items;
import io.tapstate.planner.dsl.CanonicalNode.Mapping;
import io.tapstate.planner.dsl.CanonicalNode.Scalar;
import io.tapstate.planner.dsl.CanonicalNode.Style;
import io.tapstate.planner.dsl.Comments.Attached;
import io.tapstate.planner.dsl.Interpolation.Part;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The canonical form of values of any form: what they say stays, only quotes and order are settled. */
final class FreeCanonical {
    private FreeCanonical() {}

    /** @param sorted mappings by name; else in the author's order, where that shows in the result */
    static CanonicalNode build(YamlNode node, boolean sorted, Canonical canonical) {
        if (node instanceof YamlScalar scalar) {
            return scalar(scalar);
        }
        if (node instanceof YamlSequence sequence) {
            List<Item> items = new ArrayList<>();
            for (YamlNode item : sequence.items()) {
                Attached comments = canonical.housed(canonical.comments().takeItem(item.span()));
                items.add(new Item(build(item, sorted, canonical), comments));
            }
            return new Items(items);
        }
        List<YamlMapping.Entry> written = ((YamlMapping) node).entries();
        List<Entry> entries = new ArrayList<>();
        for (YamlMapping.Entry entry : sorted ? sorted(written) : written) {
            entries.add(entry(entry, sorted, canonical));
        }
        return new Mapping(entries);
    }

    static Entry entry(YamlMapping.Entry entry, boolean sorted, Canonical canonical) {
        Attached comments =
                canonical.housed(canonical.comments().takeEntry(entry.key().span()));
        return new Entry(key(entry), build(entry.value(), sorted, canonical), comments);
    }

    static List<YamlMapping.Entry> sorted(List<YamlMapping.Entry> entries) {
        return entries.stream()
                .sorted(Comparator.comparing(entry -> entry.key().written()))
                .toList();
    }

    static Scalar key(YamlMapping.Entry entry) {
        return new Scalar(entry.key().parts(), Style.TEXT);
    }

    private static Scalar scalar(YamlScalar scalar) {
        if (scalar.isNull()) {
            return Scalar.bare("null");
        }
        boolean open = scalar.parts().stream().anyMatch(Part::reference);
        if (open) {
            // Without quotes its text decides its type, in quotes it is text.
            return new Scalar(scalar.parts(), scalar.plain() ? Style.BARE : Style.QUOTED);
        }
        boolean text = !scalar.plain() || ScalarType.of(scalar.written()) == ScalarType.TEXT;
        return new Scalar(scalar.parts(), text ? Style.TEXT : Style.BARE);
    }
}
