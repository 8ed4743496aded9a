package io.tapstate.job.history;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An embed of a random nest.
 *
 * @param path empty for a flat one
 * @param on column of the embedded rows to column of the parent
 * @param key the columns that identify an embedded row, where it is not what identifies the feed's
 * @param arrayKey empty where it is what identifies an embedded row
 */
record Node(
        String alias,
        Feed feed,
        Shape shape,
        String path,
        boolean pointsAt,
        Map<String, String> on,
        List<String> key,
        List<String> arrayKey,
        List<Node> embeds) {
    /** How rows stand in their parent. */
    enum Shape {
        ARRAY,
        OBJECT,
        FLAT
    }

    /** What identifies an embedded row. */
    List<String> identity() {
        return key.isEmpty() ? feed.identity() : key;
    }

    /** This and all below. */
    List<Node> all() {
        List<Node> all = new ArrayList<>(List.of(this));
        embeds.forEach(embed -> all.addAll(embed.all()));
        return all;
    }

    /** The embeds without one of them, at any depth. */
    static List<Node> without(List<Node> embeds, Node dropped) {
        List<Node> kept = new ArrayList<>();
        for (Node embed : embeds) {
            if (embed != dropped) {
                kept.add(embed.with(embed.feed, without(embed.embeds, dropped)));
            }
        }
        return kept;
    }

    Node with(Feed otherFeed, List<Node> otherEmbeds) {
        return new Node(
                alias, otherFeed, shape, path, pointsAt, new LinkedHashMap<>(on), key, arrayKey, otherEmbeds);
    }
}
