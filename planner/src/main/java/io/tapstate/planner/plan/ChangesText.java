package io.tapstate.planner.plan;

import io.tapstate.planner.plan.PlanChanges.Verdict;
import io.tapstate.planner.plan.StepChange.Effect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** What becomes of what is deployed, as text. */
final class ChangesText {
    private static final int MOST_TABLES = 4;

    private final PlanChanges changes;
    private final StringBuilder out = new StringBuilder();

    ChangesText(PlanChanges changes) {
        this.changes = changes;
    }

    String text() {
        boolean first = changes.steps().stream().allMatch(step -> step.effect() == Effect.NEW);
        line(first ? "changes  nothing is deployed" : "changes  against what is deployed");
        int width = changes.steps().stream()
                .mapToInt(step -> Words.plain(step.id().value()).length())
                .max()
                .orElse(0);
        changes.settings().forEach(setting -> line("  ~   " + Words.plain(setting.sentence())));
        for (StepChange step : changes.steps()) {
            String id = Words.plain(step.id().value());
            line("  " + sign(step.effect()) + id + " ".repeat(width - id.length()) + "  " + consequence(step));
            step.differences().stream()
                    .filter(difference -> !difference.equals(PlanCompatibility.WHOLE_PLAN))
                    .forEach(difference -> line("        " + Words.plain(difference.sentence())));
        }
        if (changes.steps().stream().anyMatch(step -> step.differences().contains(PlanCompatibility.WHOLE_PLAN))) {
            line("  " + PlanCompatibility.WHOLE_PLAN.sentence() + ", so all of it is rebuilt");
        }
        for (TargetChange target : changes.targets()) {
            line("");
            line("target  " + Words.plain(Words.all(target.what())));
            line("  " + consequence(target));
        }
        line("");
        line("verdict  " + verdict());
        line(total());
        return out.toString();
    }

    private static String sign(Effect effect) {
        return switch (effect) {
            case NEW -> "+   ";
            case KEPT -> "=   ";
            case CHANGED_STATE_KEPT -> "~   ";
            case CHANGED_STATE_REBUILT -> "-/+ ";
            case REMOVED -> "-   ";
        };
    }

    private String consequence(StepChange step) {
        String reads = reads(step);
        return switch (step.effect()) {
            case NEW -> "new" + (reads.isEmpty() ? "" : ", " + reads);
            case KEPT -> "kept";
            case CHANGED_STATE_KEPT -> "changed, its state is kept" + (reads.isEmpty() ? "" : "; " + reads);
            case CHANGED_STATE_REBUILT ->
                StateKinds.keepsState(step.kind())
                        ? "rebuilt from nothing" + (reads.isEmpty() ? "" : ", " + reads)
                        : "changed, gets every row again";
            case REMOVED -> StateKinds.keepsState(step.kind()) ? "removed, its state is dropped" : "removed";
        };
    }

    /** What a step needs that no source above it has been said to read. */
    private String reads(StepChange step) {
        List<TableRead> reads = new ArrayList<>(step.reads());
        if (!isSource(step)) {
            changes.steps().stream().filter(ChangesText::isSource).forEach(source -> reads.removeAll(source.reads()));
        }
        if (reads.isEmpty()) {
            return "";
        }
        List<TableRead> readable = reads.stream().filter(TableRead::readable).toList();
        if (readable.isEmpty()) {
            return "but its source reads changes only, so earlier rows do not come";
        }
        List<String> names = readable.stream()
                .map(read -> Words.plain(read.source() + "." + read.table().name()))
                .toList();
        String tables = names.size() > MOST_TABLES ? Words.count(names.size(), "table") : Words.all(names);
        boolean again = readable.stream().anyMatch(TableRead::again);
        return "reads " + tables + (again ? " again" : "") + " (" + Words.rows(sum(readable)) + ")";
    }

    private static boolean isSource(StepChange step) {
        return step.kind().startsWith("read-tables/");
    }

    private static String consequence(TargetChange target) {
        return switch (target.effect()) {
            case UNTOUCHED -> "not rewritten: it gets ordinary changes only";
            case FILLED -> "filled for the first time";
            case REWRITTEN ->
                "rewritten: all of it is sent again and replaced in place; what no longer comes about stays"
                        + " until you remove it";
            case LEFT -> "left as it is: nothing writes it any more, and nothing removes it";
        };
    }

    private String verdict() {
        String name = Words.plain(changes.pipeline());
        return switch (changes.verdict()) {
            case FIRST_START ->
                "first start: `tapstate run " + name + "` "
                        + (changes.reads().stream().anyMatch(TableRead::readable)
                                ? "reads every table and fills the target"
                                : "follows changes from now on");
            case NOTHING_TO_DO -> "nothing to do: the plan is the one that is deployed";
            case RESTORABLE ->
                "restorable: `tapstate run " + name + "` goes on from the state that is there"
                        + (changes.reads().isEmpty() ? ", no table is read again" : "");
            case NEEDS_RE_READ ->
                "needs re-read: `tapstate run " + name + "` refuses it with engine.plan-changed;"
                        + " `tapstate run --fresh " + name + "` drops the state and starts from nothing";
            case REFUSED -> "refused: " + codes();
        };
    }

    private String codes() {
        Set<String> codes = new LinkedHashSet<>();
        changes.refusals().forEach(refusal -> codes.add(refusal.code()));
        return Words.all(List.copyOf(codes)) + " for "
                + (changes.refusals().size() == 1
                        ? "1 part"
                        : changes.refusals().size() + " parts")
                + " of the plan; it is shown, and not run";
    }

    private String total() {
        if (changes.verdict() == Verdict.NOTHING_TO_DO) {
            return "Plan: no changes";
        }
        List<String> counts = new ArrayList<>();
        count(counts, Effect.NEW, "new");
        count(counts, Effect.KEPT, "kept");
        count(counts, Effect.CHANGED_STATE_KEPT, "changed");
        count(counts, Effect.CHANGED_STATE_REBUILT, "rebuilt");
        count(counts, Effect.REMOVED, "removed");
        List<TableRead> reads =
                changes.reads().stream().filter(TableRead::readable).toList();
        if (reads.isEmpty()) {
            return "Plan: " + String.join(", ", counts);
        }
        boolean again = reads.stream().anyMatch(TableRead::again);
        return "Plan: " + String.join(", ", counts) + " (" + Words.rows(sum(reads)) + (again ? " re-read)" : " read)");
    }

    private void count(List<String> counts, Effect effect, String word) {
        if (changes.count(effect) > 0) {
            counts.add(changes.count(effect) + " " + word);
        }
    }

    private static OptionalLong sum(List<TableRead> reads) {
        return reads.stream().allMatch(read -> read.rows().isPresent())
                ? OptionalLong.of(reads.stream()
                        .mapToLong(read -> read.rows().getAsLong())
                        .sum())
                : OptionalLong.empty();
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
