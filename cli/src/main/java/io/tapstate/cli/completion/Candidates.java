package io.tapstate.cli.completion;

import io.tapstate.cli.workspace.ResourceKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/**
 * What may stand in one place of a command line.
 *
 * @param source where the words come from
 * @param words for {@link Source#WORDS} the words, for {@link Source#ASKED} the one to ask with
 */
record Candidates(Source source, List<String> words) {
    enum Source {
        /** Anything, so nothing is offered. */
        NONE,
        WORDS,
        /** Words that {@code tapstate __complete} prints. */
        ASKED,
        FILES,
        FOLDERS
    }

    private static final Candidates NOTHING = new Candidates(Source.NONE, List.of());

    /** By the label that help shows, of options and positions alike. */
    private static final Map<String, Candidates> BY_LABEL = Map.ofEntries(
            Map.entry("DIR", new Candidates(Source.FOLDERS, List.of())),
            Map.entry("PATH", new Candidates(Source.FILES, List.of())),
            Map.entry("FILE", new Candidates(Source.FILES, List.of())),
            Map.entry("KIND", new Candidates(Source.WORDS, ResourceKind.spellings())),
            Map.entry("TYPE", words("filter", "map", "js", "union", "nest", "join")),
            Map.entry("MODE", words("cdc", "snapshot", "none")),
            Map.entry("SHELL", words("bash", "zsh", "fish")),
            Map.entry("PIPELINE", asked("pipeline")),
            Map.entry("SOURCE", asked("source")),
            Map.entry("ID", asked("resource")),
            Map.entry("TOPIC", asked("topic")),
            Map.entry("CONNECTOR", asked("connector")),
            Map.entry("VIEW", asked("view")));

    private static Candidates words(String... words) {
        return new Candidates(Source.WORDS, List.of(words));
    }

    private static Candidates asked(String word) {
        return new Candidates(Source.ASKED, List.of(word));
    }

    static Candidates of(ArgSpec argument) {
        Class<?> type = argument.type();
        if (type.isEnum()) {
            List<String> names = Arrays.stream(type.getEnumConstants())
                    .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                    .toList();
            return new Candidates(Source.WORDS, names);
        }
        return Optional.ofNullable(BY_LABEL.get(argument.paramLabel())).orElse(NOTHING);
    }
}
