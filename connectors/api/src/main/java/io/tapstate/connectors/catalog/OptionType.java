package io.tapstate.connectors.catalog;

/** What the text of a setting must look like once its variables are resolved. */
public enum OptionType {
    /** Any text. */
    TEXT("text") {
        @Override
        public boolean accepts(String value) {
            return true;
        }
    },
    /** A whole or decimal number in plain notation. */
    NUMBER("a number") {
        @Override
        public boolean accepts(String value) {
            return value.matches("-?[0-9]+(\\.[0-9]+)?");
        }
    },
    /** A TCP port. */
    PORT("a port number (1 to 65535)") {
        @Override
        public boolean accepts(String value) {
            return value.matches("[0-9]{1,5}") && Integer.parseInt(value) >= 1 && Integer.parseInt(value) <= 65535;
        }
    },
    /** {@code true} or {@code false}. */
    BOOLEAN("true or false") {
        @Override
        public boolean accepts(String value) {
            return value.equals("true") || value.equals("false");
        }
    },
    /** A list of texts; no single text is one. */
    LIST("a list of texts") {
        @Override
        public boolean accepts(String value) {
            return false;
        }
    };

    private final String expected;

    OptionType(String expected) {
        this.expected = expected;
    }

    /** Whether this text is a value of the type; never for text that still holds references. */
    public abstract boolean accepts(String value);

    /** The type as a phrase for messages: "... is not {expected}". */
    public String expected() {
        return expected;
    }
}
