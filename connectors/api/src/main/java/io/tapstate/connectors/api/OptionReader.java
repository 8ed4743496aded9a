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
        throw TapException.of(
                ConfigError.CONFIG_TYPE_MISMATCH,
                "field",
                name,
                "connector",
                connector,
                "expected",
                "a port number (1 to 65535)",
                "value",
                text);
    }
}
