package io.tapstate.cli.scaffold;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.Optional;

/** Gets what the command line did not say. */
public interface Questions {
    /**
     * One thing to know.
     *
     * @param option where it can be given on the command line
     * @param what the thing in words, for example {@code the id}
     * @param expected what an answer looks like, as an ending of "write ..."
     * @param fallback the answer when none is given; absent when there is no sensible one
     */
    record Question(String option, String what, String expected, Optional<String> fallback) {}

    /** Says whether an answer will do. */
    interface Rule {
        boolean accepts(String answer);
    }

    /**
     * @return an answer that the rule accepts
     * @throws TapException {@code cli.missing-answer}
     */
    String ask(Question question, Rule rule);

    /** Asks nobody: the fallback holds. */
    Questions NONE = (question, rule) -> question.fallback()
            .orElseThrow(() ->
                    TapException.of(CliError.MISSING_ANSWER, "option", question.option(), "what", question.what()));
}
