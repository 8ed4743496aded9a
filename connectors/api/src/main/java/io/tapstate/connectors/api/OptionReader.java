package io.tapstate.connectors.api;

import io.tapstate.connectors.diagnostics.TapException;

/** Binds a resolved {@link ConnectionConfig} to typed values, with a code for each way that can fail. */
public final class OptionReader {
    private final String connector;
    private final ConnectionConfig config;

    public OptionReader(String connector, ConnectionConfig config) {
        this.connector = connector;
        this.config = config;
    }

    /** The text of a setting that must be there. */
    public String required(String name) {
        return config.get(name)
                .orElseThrow(() -> TapException.of(ConfigError.CONFIG_REQUIRED, "field", name, "connector", connector));
    }

    /** As {@link #required(String)}, for a setting with two spellings of which only one may be written. */
    public String required(String name, String alias) {
        if (config.get(name).isPresent() && config.get(alias).isPresent()) {
            throw TapException.of(
                    ConfigError.CONFIG_WRITTEN_TWICE, "field", name, "other", alias, "connector", connector);
        }
        return config.get(alias).orElseGet(() -> required(name));
    }

    public String optional(String name, String absent) {
        return config.get(name).orElse(absent);
    }

    /** A TCP port, 1 to 65535. */
    public int port(String name, int absent) {
        String text = optional(name, Integer.toString(absent));
        if (text.matches("[0-9]{1,5}")) {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        }
        throw mismatch(name, "a port number (1 to 65535)", text);
    }

    /** {@code true} or {@code false}. */
    public boolean bool(String name, boolean absent) {
        String text = optional(name, Boolean.toString(absent));
        if (text.equals("true") || text.equals("false")) {
            return text.equals("true");
        }
        throw mismatch(name, "true or false", text);
    }

    private TapException mismatch(String name, String expected, String value) {
        return TapException.of(
                ConfigError.CONFIG_TYPE_MISMATCH,
                "field",
                name,
                "connector",
                connector,
                "expected",
                expected,
                "value",
                value);
    }
}
