package io.tapstate.connectors.diagnostics;

/** How much a diagnostic weighs: an error stops the verb that found it, a warning does not. */
public enum Severity {
    ERROR,
    WARNING
}
