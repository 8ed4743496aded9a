package io.tapstate.cli.command;

import io.tapstate.cli.render.Terminal;
import java.util.Map;
import java.util.Optional;

/**
 * What every verb is given: where to write and what the environment says.
 *
 * @param environment as the process got it; may hold secrets, so it is never printed
 */
public record CliContext(Terminal terminal, Map<String, String> environment) {
    public CliContext {
        environment = Map.copyOf(environment);
    }

    /** A variable that is set and not empty. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }

    public CliContext withoutColour() {
        return new CliContext(terminal.withoutColour(), environment);
    }

    @Override
    public String toString() {
        return "CliContext" + environment.keySet();
    }
}
