package io.tapstate.cli.completion;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One verb, as far as a shell needs to know it.
 *
 * @param names its name, then its aliases
 * @param description the first line of its help
 * @param position what stands behind it, of all positions the first that has something to offer
 */
record CompletedVerb(List<String> names, String description, List<CompletedOption> options, Candidates position) {
    /** @param takesValue whether a word follows it */
    record CompletedOption(List<String> names, String description, boolean takesValue, Candidates values) {}

    static List<CompletedVerb> of(Map<String, CommandLine> verbs) {
        return verbs.values().stream().map(CompletedVerb::of).toList();
    }

    private static CompletedVerb of(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        List<String> names = new ArrayList<>(List.of(spec.name()));
        names.addAll(Arrays.asList(spec.aliases()));
        List<CompletedOption> options = spec.options().stream()
                .filter(option -> !option.hidden())
                .map(CompletedVerb::option)
                .toList();
        return new CompletedVerb(names, first(spec.usageMessage().description()), options, position(line));
    }

    private static CompletedOption option(OptionSpec option) {
        return new CompletedOption(
                Arrays.asList(option.names()),
                first(option.description()),
                option.arity().max() > 0,
                Candidates.of(option));
    }

    private static Candidates position(CommandLine line) {
        List<Candidates> positions = line.getCommandSpec().positionalParameters().stream()
                .map((ArgSpec position) -> Candidates.of(position))
                .filter(candidates -> candidates.source() != Candidates.Source.NONE)
                .toList();
        if (positions.isEmpty() && !line.getSubcommands().isEmpty()) {
            return new Candidates(
                    Candidates.Source.WORDS, List.copyOf(line.getSubcommands().keySet()));
        }
        return positions.isEmpty() ? new Candidates(Candidates.Source.NONE, List.of()) : positions.get(0);
    }

    // Up to the end of its first sentence, so that lists stay readable.
    private static String first(String[] lines) {
        String text = lines.length == 0 ? "" : lines[0];
        int end = text.indexOf(". ");
        return end < 0 ? text : text.substring(0, end);
    }
}
