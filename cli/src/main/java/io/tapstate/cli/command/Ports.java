package io.tapstate.cli.command;

import io.tapstate.cli.error.CliError;
import io.tapstate.connectors.diagnostics.TapException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code --port} takes: {@code 8081} or {@code 8081-8181}. */
final class Ports {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");
    private static final int HIGHEST = 65535;

    private Ports() {}

    /**
     * The text as it is.
     *
     * @throws TapException {@code cli.invalid-ports}
     */
    static String checked(String text) {
        Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            int first = Integer.parseInt(range.group(1));
            int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
            if (first <= last && last <= HIGHEST) {
                return text;
            }
        }
        throw TapException.of(CliError.INVALID_PORTS, "value", text);
    }
}
