package io.tapstate.job.history;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Rows behind a step of the pipeline.
 *
 * @param inputs all with the same columns; several for a union
 */
record Altered(String id, List<Feed> inputs, Rule rule) implements Feed {
    private Feed first() {
        return inputs.get(0);
    }

    @Override
    public Table table() {
        return first().table();
    }

    @Override
    public String reference() {
        return id;
    }

    @Override
    public List<String> identity() {
        return renamed(first().identity(), rule);
    }

    @Override
    public List<List<String>> keys() {
        return first().keys().stream().map(key -> renamed(key, rule)).toList();
    }

    @Override
    public Set<String> names() {
        return new LinkedHashSet<>(renamed(new ArrayList<>(first().names()), rule));
    }

    @Override
    public String renamed(String column) {
        return rule.renamed(first().renamed(column));
    }

    @Override
    public Set<Feed> sources() {
        Set<Feed> sources = new LinkedHashSet<>();
        inputs.forEach(input -> sources.addAll(input.sources()));
        return sources;
    }

    /** This and all steps it reads, those that are read first. */
    List<Altered> chain() {
        List<Altered> chain = new ArrayList<>();
        for (Feed input : inputs) {
            if (input instanceof Altered before) {
                chain.addAll(before.chain());
            }
        }
        chain.add(this);
        return chain;
    }

    private static List<String> renamed(List<String> columns, Rule rule) {
        return columns.stream().map(rule::renamed).toList();
    }
}
