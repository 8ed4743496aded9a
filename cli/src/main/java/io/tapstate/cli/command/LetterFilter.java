package io.tapstate.cli.command;

import io.tapstate.connectors.client.DeadLetterSelection;
import io.tapstate.connectors.mongodb.DeadLetterFields.Status;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that choose dead letters by what they are about. */
final class LetterFilter {
    @Option(names = "--pipeline", paramLabel = "PIPELINE", description = "Letters of this pipeline.")
    private String pipeline;

    @Option(names = "--step", paramLabel = "STEP", description = "Letters of this step, as `list` names it.")
    private String step;

    @Option(names = "--code", paramLabel = "CODE", description = "Letters with this reason.")
    private String code;

    boolean isEmpty() {
        return pipeline == null && step == null && code == null;
    }

    DeadLetterSelection selection(List<String> ids, List<Status> statuses) {
        return new DeadLetterSelection(
                ids, Optional.ofNullable(pipeline), Optional.ofNullable(step), Optional.ofNullable(code), statuses);
    }
}
