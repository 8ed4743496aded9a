package io.tapstate.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;

/**
 * All verbs, in the order that help lists them. A verb's options are read from its annotations, which costs time: so
 * only the verb that is asked for is made, and all of them for help, and for what no verb is called.
 */
public final class Verbs {
    private static final String HELP = "help";
    private static final Map<String, Function<CliContext, CommandLine>> ALL = new LinkedHashMap<>();
    private static final Map<String, String> ALIASES = Map.of("describe", "desc", "discover", "discover-schema");

    static {
        ALL.put(
                "demo",
                context -> new CommandLine(new DemoCommand(context)).addSubcommand(new DemoSqlCommand(context)));
        ALL.put("new", context -> new CommandLine(new NewCommand(context)));
        ALL.put("validate", context -> new CommandLine(new ValidateCommand(context)));
        ALL.put("ls", context -> new CommandLine(new ListCommand(context)));
        ALL.put("desc", context -> new CommandLine(new DescribeCommand(context)));
        ALL.put(
                "connectors",
                context -> new CommandLine(new ConnectorsCommand(context))
                        .addSubcommand(new ConnectorShowCommand(context)));
        ALL.put("test", context -> new CommandLine(new TestCommand(context)));
        ALL.put("discover-schema", context -> new CommandLine(new DiscoverCommand(context)));
        ALL.put("schema", context -> new CommandLine(new SchemaCommand(context)));
        ALL.put("fmt", context -> new CommandLine(new FormatCommand(context)));
        ALL.put("explain", context -> new CommandLine(new ExplainCommand(context)));
        ALL.put("plan", context -> new CommandLine(new PlanCommand(context)));
        ALL.put("run", context -> new CommandLine(new RunCommand(context)));
        ALL.put("find", context -> new CommandLine(new FindCommand(context)));
        ALL.put("watch", context -> new CommandLine(new WatchCommand(context)));
        ALL.put(
                "dead-letters",
                context -> new CommandLine(new DeadLettersCommand())
                        .addSubcommand(new DeadLettersListCommand(context))
                        .addSubcommand(new DeadLettersShowCommand(context))
                        .addSubcommand(new DeadLettersReplayCommand(context))
                        .addSubcommand(new DeadLettersDiscardCommand(context)));
        ALL.put("status", context -> new CommandLine(new StatusCommand(context)));
        ALL.put("metrics", context -> new CommandLine(new MetricsCommand(context)));
        ALL.put("completion", context -> new CommandLine(new CompletionCommand(context)));
        ALL.put("version", context -> new CommandLine(new VersionCommand(context)));
        ALL.put(HELP, context -> new CommandLine(new CommandLine.HelpCommand()));
    }

    private Verbs() {}

    /** The verbs that a command line needs, by name. */
    public static Map<String, CommandLine> of(CliContext context, String... arguments) {
        Map<String, CommandLine> made = new LinkedHashMap<>();
        List<String> words = words(arguments);
        if (!words.isEmpty() && words.get(0).equals(CandidatesCommand.NAME)) {
            made.put(CandidatesCommand.NAME, new CommandLine(new CandidatesCommand(context)));
        } else {
            needed(words).forEach(name -> made.put(name, ALL.get(name).apply(context)));
        }
        return made;
    }

    /** Every verb that help shows. */
    static Map<String, CommandLine> all(CliContext context) {
        return of(context);
    }

    private static List<String> needed(List<String> words) {
        // `help VERB` needs both; the options of tapstate itself take no values, so the first word is the verb.
        int count = !words.isEmpty() && words.get(0).equals(HELP) ? 2 : 1;
        return words.size() >= count && ALL.keySet().containsAll(words.subList(0, count))
                ? words.subList(0, count)
                : List.copyOf(ALL.keySet());
    }

    private static List<String> words(String... arguments) {
        List<String> words = new ArrayList<>();
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                words.add(ALIASES.getOrDefault(argument, argument));
            }
        }
        return words;
    }
}
