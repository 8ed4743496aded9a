package io.tapstate.cli.completion;

import io.tapstate.cli.completion.CompletedVerb.CompletedOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;

/** Writes the script of a shell. */
public final class CompletionScript {
    private static final String HELP = "help";

    private final List<CompletedVerb> verbs;
    private final StringBuilder text = new StringBuilder();

    private CompletionScript(Map<String, CommandLine> verbs) {
        this.verbs = CompletedVerb.of(verbs);
    }

    /** For {@code source <(tapstate completion bash)}. */
    public static String bash(Map<String, CommandLine> verbs) {
        CompletionScript script = new CompletionScript(verbs);
        script.line("# Completes tapstate in bash: source <(tapstate completion bash)");
        script.function();
        script.line("complete -o nosort -F _tapstate tapstate ./tapstate 2>/dev/null ||");
        script.line("  complete -F _tapstate tapstate ./tapstate");
        return script.text.toString();
    }

    /** For {@code source <(tapstate completion zsh)}: zsh runs the function of bash. */
    public static String zsh(Map<String, CommandLine> verbs) {
        CompletionScript script = new CompletionScript(verbs);
        script.line("#compdef tapstate");
        script.line("# Completes tapstate in zsh: source <(tapstate completion zsh)");
        script.line("autoload -Uz compinit bashcompinit");
        script.line("(( ${+functions[compdef]} )) || compinit");
        script.line("bashcompinit");
        script.function();
        script.line("complete -F _tapstate tapstate");
        return script.text.toString();
    }

    /** For {@code tapstate completion fish | source}. */
    public static String fish(Map<String, CommandLine> verbs) {
        CompletionScript script = new CompletionScript(verbs);
        script.line("# Completes tapstate in fish: tapstate completion fish | source");
        script.line("complete -c tapstate -f");
        script.verbs.forEach(script::fishVerb);
        return script.text.toString();
    }

    // Works on the words of the line alone, so that no other completion package is needed.
    private void function() {
        line("_tapstate() {");
        line("  local cur prev i verb=\"\" words=\"\" dir=()");
        line("  cur=\"${COMP_WORDS[COMP_CWORD]}\"");
        line("  prev=\"${COMP_WORDS[COMP_CWORD-1]}\"");
        line("  COMPREPLY=()");
        line("  for ((i = 1; i < COMP_CWORD; i++)); do");
        line("    case \"${COMP_WORDS[i]}\" in");
        line("      -w|--workdir) dir=(-w \"${COMP_WORDS[i+1]}\") ;;");
        line("      -*) ;;");
        line("      *) [ -n \"$verb\" ] || verb=\"${COMP_WORDS[i]}\" ;;");
        line("    esac");
        line("  done");
        line("  case \"$verb:$prev\" in");
        verbs.forEach(this::bashValues);
        line("  esac");
        line("  case \"$verb\" in");
        line("    '') words=\"" + names() + " --help --version\" ;;");
        verbs.forEach(this::bashVerb);
        line("  esac");
        line("  [ -z \"$words\" ] || COMPREPLY+=($(compgen -W \"$words\" -- \"$cur\"))");
        line("}");
    }

    private String names() {
        return verbs.stream().flatMap(verb -> verb.names().stream()).collect(Collectors.joining(" "));
    }

    // What follows an option that takes a value is that value and nothing else.
    private void bashValues(CompletedVerb verb) {
        for (CompletedOption option : verb.options()) {
            if (option.takesValue()) {
                String pattern = verb.names().stream()
                        .flatMap(name -> option.names().stream().map(word -> name + ":" + word))
                        .collect(Collectors.joining("|"));
                line("    " + pattern + ") " + bashWords(option.values()) + "; return ;;");
            }
        }
    }

    private void bashVerb(CompletedVerb verb) {
        line("    " + String.join("|", verb.names()) + ")");
        line("      case \"$cur\" in");
        line("        -*) words=\"" + flags(verb) + "\" ;;");
        line("        *) " + bashWords(position(verb)) + " ;;");
        line("      esac ;;");
    }

    private Candidates position(CompletedVerb verb) {
        return verb.names().contains(HELP)
                ? new Candidates(Candidates.Source.WORDS, List.of(names().split(" ", -1)))
                : verb.position();
    }

    private static String flags(CompletedVerb verb) {
        List<String> flags = new ArrayList<>();
        verb.options().forEach(option -> flags.addAll(option.names()));
        return String.join(" ", flags);
    }

    private static String bashWords(Candidates candidates) {
        return switch (candidates.source()) {
            case NONE -> ":";
            case WORDS -> "COMPREPLY=($(compgen -W \"" + String.join(" ", candidates.words()) + "\" -- \"$cur\"))";
            case ASKED ->
                "COMPREPLY=($(compgen -W \"$(\"${COMP_WORDS[0]}\" __complete "
                        + candidates.words().get(0) + " \"${dir[@]}\" 2>/dev/null)\" -- \"$cur\"))";
            case FILES -> "COMPREPLY=($(compgen -f -- \"$cur\"))";
            case FOLDERS -> "COMPREPLY=($(compgen -d -- \"$cur\"))";
        };
    }

    private void fishVerb(CompletedVerb verb) {
        line("complete -c tapstate -n __fish_use_subcommand -a '" + String.join(" ", verb.names()) + "' -d '"
                + quoted(verb.description()) + "'");
        String when = " -n '__fish_seen_subcommand_from " + String.join(" ", verb.names()) + "'";
        String position = fishWords(position(verb));
        if (!position.isEmpty()) {
            line("complete -c tapstate" + when + position);
        }
        for (CompletedOption option : verb.options()) {
            StringBuilder words = new StringBuilder("complete -c tapstate" + when);
            for (String name : option.names()) {
                words.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            }
            if (option.takesValue()) {
                words.append(" -r").append(fishWords(option.values()));
            }
            line(words + " -d '" + quoted(option.description()) + "'");
        }
    }

    private static String fishWords(Candidates candidates) {
        return switch (candidates.source()) {
            case NONE -> "";
            case WORDS -> " -a '" + String.join(" ", candidates.words()) + "'";
            case ASKED -> " -a '(tapstate __complete " + candidates.words().get(0) + " 2>/dev/null)'";
            case FILES -> " -F";
            case FOLDERS -> " -a '(__fish_complete_directories)'";
        };
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
