package io.tapstate.connectors.catalog;

import java.util.List;
import java.util.Objects;

/**
 * One thing an administrator does to a server before a connector can use it.
 *
 * @param need what needs it
 * @param title one sentence without a full stop
 * @param commands what to run there, in order; names in capitals are to be replaced; empty where the title says it all
 */
public record PreparationStep(Need need, String title, List<String> commands) {
    public PreparationStep {
        Objects.requireNonNull(need);
        Objects.requireNonNull(title);
        commands = List.copyOf(commands);
    }

    /** What a step is needed for. */
    public enum Need {
        /** Reading rows, in every mode. */
        READ("to read rows"),
        /** Following changes, in mode {@code cdc}. */
        CDC("to follow changes (mode: cdc)"),
        /** Writing as a target. */
        WRITE("to write as a target");

        private final String text;

        Need(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    static PreparationStep read(String title, String... commands) {
        return new PreparationStep(Need.READ, title, List.of(commands));
    }

    static PreparationStep cdc(String title, String... commands) {
        return new PreparationStep(Need.CDC, title, List.of(commands));
    }

    static PreparationStep write(String title, String... commands) {
        return new PreparationStep(Need.WRITE, title, List.of(commands));
    }
}
