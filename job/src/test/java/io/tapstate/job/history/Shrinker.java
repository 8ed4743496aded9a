package io.tapstate.job.history;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.job.history.History.Statement;
import io.tapstate.planner.plan.JobPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Makes a failing case small: drops worlds, embeds, nests, transactions and statements as long as it still fails. Every
 * case it tries is one that could be: unique keys hold at the end of each transaction, and the planner takes the nests.
 */
public final class Shrinker {
    private final Predicate<HistoryCase> fails;
    private final int tries;
    private HistoryCase smallest;
    private int tried;

    private Shrinker(HistoryCase failing, Predicate<HistoryCase> fails, int tries) {
        this.smallest = failing;
        this.fails = fails;
        this.tries = tries;
    }

    /**
     * The smallest case found; the given one if nothing can be left out.
     *
     * @param fails whether a case fails; must hold for {@code failing}
     * @param tries how many cases are tried at most
     */
    public static HistoryCase shrink(HistoryCase failing, Predicate<HistoryCase> fails, int tries) {
        Shrinker shrinker = new Shrinker(failing, fails, tries);
        shrinker.shrink();
        return shrinker.smallest;
    }

    private void shrink() {
        worlds();
        int before;
        do {
            before = size();
            embeds();
            transactions();
            statements();
        } while (size() < before && tried < tries);
    }

    private int size() {
        int nodes = smallest.workspace().nests().stream()
                .mapToInt(nest -> 1 + nest.nodes().size())
                .sum();
        return nodes + smallest.history().statements().size();
    }

    private void worlds() {
        List<Integer> worlds = smallest.history().statements().stream()
                .map(Statement::world)
                .distinct()
                .toList();
        reduce(worlds, kept -> {
            Set<Integer> left = Set.copyOf(kept);
            return history(smallest.history().only(statement -> left.contains(statement.world())));
        });
    }

    private void transactions() {
        History history = smallest.history();
        reduce(history.transactions(), kept -> history(new History(history.stock(), List.copyOf(kept))));
    }

    private void statements() {
        History history = smallest.history();
        reduce(history.statements(), kept -> {
            Set<Statement> left = Collections.newSetFromMap(new IdentityHashMap<>());
            left.addAll(kept);
            return history(history.only(left::contains));
        });
    }

    private boolean history(History history) {
        return keeps(smallest.with(smallest.workspace(), smallest.plan(), history));
    }

    /** Keeps as few of the items as it can; the try takes over what fails. */
    private static <T> void reduce(List<T> items, Predicate<List<T>> fails) {
        List<T> kept = new ArrayList<>(items);
        int chunk = Math.max(1, (kept.size() + 1) / 2);
        while (true) {
            boolean dropped = false;
            for (int start = 0; start < kept.size(); ) {
                List<T> rest = new ArrayList<>(kept.subList(0, start));
                rest.addAll(kept.subList(Math.min(kept.size(), start + chunk), kept.size()));
                if (fails.test(rest)) {
                    kept = rest;
                    dropped = true;
                } else {
                    start += chunk;
                }
            }
            if (chunk == 1 && !dropped) {
                return;
            }
            chunk = Math.max(1, chunk / 2);
        }
    }

    private void embeds() {
        boolean dropped;
        do {
            dropped = false;
            for (Nest nest : smallest.workspace().nests()) {
                if (nests(nest, null)) {
                    dropped = true;
                    break;
                }
                dropped = nest.nodes().stream().anyMatch(node -> nests(nest, node));
                if (dropped) {
                    break;
                }
            }
        } while (dropped);
    }

    /** Tries without an embed of a nest, or without the nest where none is named and nothing reads it. */
    private boolean nests(Nest nest, Node dropped) {
        NestWorkspace workspace = smallest.workspace();
        List<Nest> nests = new ArrayList<>();
        Map<Nest, Nest> changed = new IdentityHashMap<>();
        for (Nest old : workspace.nests()) {
            if (dropped == null && old == nest) {
                continue;
            }
            List<Node> embeds = old == nest ? Node.without(old.embeds(), dropped) : old.embeds();
            Nest copy = new Nest(
                    old.id(),
                    changed(old.root(), changed),
                    old.key(),
                    old.rootKey(),
                    old.settings(),
                    changed(embeds, changed));
            changed.put(old, copy);
            nests.add(copy);
        }
        NestWorkspace smaller = new NestWorkspace(
                workspace.connectors(),
                nests,
                changed(workspace.ends(), changed),
                workspace.sendsEach(),
                workspace.viewed(),
                workspace.features());
        int outermost = smaller.outermost().size();
        boolean read = dropped == null && workspace.nests().stream().anyMatch(other -> other.reads(nest));
        if (read || nests.isEmpty() || outermost > 2) {
            return false;
        }
        try {
            JobPlan plan = smaller.plan();
            return keeps(smallest.with(smaller, plan, smallest.history()));
        } catch (TapException e) {
            return false;
        }
    }

    private static Feed changed(Feed feed, Map<Nest, Nest> changed) {
        if (feed instanceof Altered altered) {
            List<Feed> inputs = altered.inputs().stream()
                    .map(input -> changed(input, changed))
                    .toList();
            return new Altered(altered.id(), inputs, altered.rule());
        }
        return feed instanceof Nest nest ? changed.getOrDefault(nest, nest) : feed;
    }

    private static Map<String, Altered> changed(Map<String, Altered> ends, Map<Nest, Nest> changed) {
        Map<String, Altered> copies = new TreeMap<>();
        ends.forEach((id, end) -> copies.put(id, (Altered) changed(end, changed)));
        return copies;
    }

    private static List<Node> changed(List<Node> embeds, Map<Nest, Nest> changed) {
        List<Node> copies = new ArrayList<>();
        embeds.forEach(
                embed -> copies.add(embed.with(changed(embed.feed(), changed), changed(embed.embeds(), changed))));
        return copies;
    }

    private boolean keeps(HistoryCase candidate) {
        if (tried >= tries || !candidate.sound()) {
            return false;
        }
        tried++;
        if (!fails.test(candidate)) {
            return false;
        }
        smallest = candidate;
        return true;
    }
}
