package io.tapstate.connectors.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares what servers call their version by its leading numbers. */
final class ServerVersion {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:\\.(\\d+))?");

    private ServerVersion() {}

    /** Whether a version is certainly older than another; text without a number is not. */
    static boolean isBefore(String version, String least) {
        Matcher found = NUMBERS.matcher(version);
        Matcher wanted = NUMBERS.matcher(least);
        if (!found.find() || !wanted.find()) {
            return false;
        }
        int major = number(found, 1) - number(wanted, 1);
        return major != 0 ? major < 0 : number(found, 2) < number(wanted, 2);
    }

    private static int number(Matcher version, int group) {
        String digits = version.group(group);
        return digits == null ? 0 : Integer.parseInt(digits.length() > 6 ? digits.substring(0, 6) : digits);
    }
}
