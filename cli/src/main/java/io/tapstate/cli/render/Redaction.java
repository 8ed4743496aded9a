package io.tapstate.cli.render;

import java.util.regex.Pattern;

/** Takes credentials out of texts that others made, such as a driver's message with its connection string. */
public final class Redaction {
    private static final Pattern USER_PART = Pattern.compile("(?<=://)[^/\\s@]+@(?=[^\\s])");
    private static final Pattern PASSWORD =
            Pattern.compile("(?i)(password|passwd|pwd)(\\s*[=:]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s&;,'\")}]+)");

    private Redaction() {}

    /** The text with {@code user:password@} in addresses and the values of {@code password=} hidden. */
    public static String withoutCredentials(String text) {
        return PASSWORD.matcher(USER_PART.matcher(text).replaceAll("***@")).replaceAll("$1$2***");
    }
}
