package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.spec.ResourceSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Short ways to parse a text in a test. */
final class Parsed {
    private Parsed() {}

    static ParsedResource offline(String text) {
        return parse(text, null);
    }

    static ParsedResource with(Map<String, String> variables, String text) {
        return parse(text, variables);
    }

    /** The spec of a text that has no fault. */
    static <T extends ResourceSpec> T sound(Class<T> type, String text) {
        ParsedResource parsed = offline(text);
        if (!parsed.faults().isEmpty()) {
            throw new AssertionError("faults in a text that should have none: " + places(parsed));
        }
        return parsed.resource(type).orElseThrow();
    }

    /** {@code line:column path code} of each fault. */
    static List<String> places(ParsedResource parsed) {
        return parsed.faults().stream().map(Parsed::place).toList();
    }

    static List<String> faults(String text) {
        return places(offline(text));
    }

    private static String place(Diagnostic fault) {
        return fault.span()
                        .map(span -> span.line() + ":" + span.column() + " " + span.path() + " ")
                        .orElse("")
                + fault.code();
    }

    private static ParsedResource parse(String text, Map<String, String> variables) {
        return ResourceParser.parse(
                new TapFile("test.tap.yml", text),
                Optional.ofNullable(variables).map(values -> values::get),
                ResourceParser.Layout.ANY);
    }
}
