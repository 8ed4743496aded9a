package io.tapstate.job.history;

import io.tapstate.planner.plan.StepId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A random nest.
 *
 * @param key the columns that are the document key
 * @param rootKey what {@code root.key} says; empty where it says nothing
 */
record Nest(String id, Feed root, List<String> key, List<String> rootKey, Settings settings, List<Node> embeds)
        implements Feed {
    /** What the author asks for besides the tree. */
    record Settings(
            boolean append,
            boolean subFirst,
            OptionalInt maxElements,
            OptionalInt entriesInMemory,
            boolean namespace) {}

    StepId step() {
        return new StepId(id);
    }

    /** Every embed. */
    List<Node> nodes() {
        List<Node> all = new ArrayList<>();
        embeds.forEach(embed -> all.addAll(embed.all()));
        return all;
    }

    /** What the root and the embeds read. */
    List<Feed> feeds() {
        List<Feed> feeds = new ArrayList<>(List.of(root));
        nodes().forEach(node -> feeds.add(node.feed()));
        return feeds;
    }

    /** Whether it reads another nest, directly or through other steps. */
    boolean reads(Nest other) {
        return feeds().stream().anyMatch(feed -> feed.sources().contains(other));
    }

    @Override
    public Table table() {
        return root.table();
    }

    @Override
    public String reference() {
        return id;
    }

    @Override
    public List<String> identity() {
        return key;
    }

    @Override
    public List<List<String>> keys() {
        List<List<String>> keys = new ArrayList<>(List.of(key));
        root.keys().stream().filter(other -> !other.equals(key)).forEach(keys::add);
        return keys;
    }

    @Override
    public String renamed(String column) {
        return root.renamed(column);
    }

    @Override
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(root.names());
        addNames(embeds, names);
        return names;
    }

    /** The fields that embeds make in their parent. */
    static void addNames(List<Node> embeds, Set<String> names) {
        for (Node embed : embeds) {
            if (embed.shape() == Node.Shape.FLAT) {
                names.addAll(embed.feed().names());
                addNames(embed.embeds(), names);
            } else {
                names.add(embed.path().split("\\.", 2)[0]);
            }
        }
    }
}
