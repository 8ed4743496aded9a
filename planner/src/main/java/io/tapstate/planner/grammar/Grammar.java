package io.tapstate.planner.grammar;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The whole language. */
public final class Grammar {
    public static final String VERSION = CommonGrammar.VERSION;

    private static final ValueShape.Variants DOCUMENT =
            (ValueShape.Variants) Shapes.byField("kind", shapes(), CommonGrammar.RESOURCE);

    private Grammar() {}

    /** What a file holds: one resource, of the kind its {@code kind} names. */
    public static ValueShape.Variants document() {
        return DOCUMENT;
    }

    /** The names of the five kinds, in the order they are documented. */
    public static List<String> kinds() {
        return List.copyOf(DOCUMENT.byValue().keySet());
    }

    /** Whether a table or reference is a regular expression: {@code /.../}. */
    public static boolean isRegex(String text) {
        return text.length() >= 2 && text.startsWith("/") && text.endsWith("/");
    }

    private static Map<String, ValueShape> shapes() {
        Map<String, ValueShape> kinds = new LinkedHashMap<>();
        kinds.put("source", Shapes.fields(SourceGrammar.SOURCE));
        kinds.put("pipeline", Shapes.fields(PipelineGrammar.PIPELINE));
        kinds.put("transform", TransformGrammar.TRANSFORM);
        kinds.put("view", Shapes.fields(ViewGrammar.RESOURCE));
        kinds.put("serve", Shapes.fields(ServeGrammar.RESOURCE));
        return kinds;
    }
}
