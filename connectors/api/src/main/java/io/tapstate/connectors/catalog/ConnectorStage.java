package io.tapstate.connectors.catalog;

/** How far a connector has come; the text is what people see. */
public enum ConnectorStage {
    /** Tested against real servers; its behaviour changes only with a note. */
    STABLE("stable"),
    /** Its settings may still change. */
    PREVIEW("preview"),
    /** Described, so that files can be written and validated; not run yet. */
    PLANNED("planned");

    private final String text;

    ConnectorStage(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
