package io.tapstate.cli.render;

/** Colours, or none: the same calls give plain text where colour is not wanted. */
public enum Style {
    PLAIN,
    COLOUR;

    public String bold(String text) {
        return wrap("1", text);
    }

    public String faint(String text) {
        return wrap("2", text);
    }

    public String red(String text) {
        return wrap("31", text);
    }

    public String green(String text) {
        return wrap("32", text);
    }

    public String yellow(String text) {
        return wrap("33", text);
    }

    private String wrap(String code, String text) {
        return this == PLAIN || text.isEmpty() ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
    }
}
