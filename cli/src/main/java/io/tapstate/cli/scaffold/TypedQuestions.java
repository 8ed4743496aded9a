package io.tapstate.cli.scaffold;

import io.tapstate.cli.error.CliError;
import io.tapstate.cli.render.Terminal;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Asks whoever sits at the terminal; an empty answer takes what stands in brackets. */
public final class TypedQuestions implements Questions {
    private final Terminal terminal;
    private final BufferedReader answers;

    public TypedQuestions(Terminal terminal) {
        this.terminal = terminal;
        this.answers = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    }

    @Override
    public String ask(Question question, Rule rule) {
        while (true) {
            String fallback = question.fallback()
                    .map(text -> text.isEmpty() ? "" : " [" + text + "]")
                    .orElse("");
            terminal.err().print(question.what() + fallback + ": ");
            terminal.err().flush();
            String typed = line(question).strip();
            String answer = typed.isEmpty() ? question.fallback().orElse("") : typed;
            boolean given = !answer.isEmpty() || question.fallback().isPresent();
            if (given && rule.accepts(answer)) {
                return answer;
            }
            terminal.err().println("  write " + question.expected());
        }
    }

    private String line(Question question) {
        try {
            String line = answers.readLine();
            if (line == null) {
                terminal.err().println();
                throw TapException.of(CliError.MISSING_ANSWER, "option", question.option(), "what", question.what());
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
