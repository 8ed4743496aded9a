package io.tapstate.cli.scaffold;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a new {@code kind: transform} of each type says: the smallest that does something, with a hint. */
final class TransformScaffold {
    private static final Map<String, String> BODIES = new LinkedHashMap<>();

    static {
        BODIES.put("filter", """
                # Rows pass for which this CEL expression is true. Columns are after.NAME and before.NAME.
                expr: "op != 'd'"
                """);
        BODIES.put("map", """
                # NEW_NAME: "$OLD_NAME" renames, NAME: false drops, NAME: "=EXPRESSION" computes, all else is a constant.
                fields:
                  loaded_by: tapstate
                """);
        BODIES.put("js", """
                # Gets every change, and passes on what it returns; null drops the change.
                script: |
                  function process(record, ctx) {
                    return record;
                  }
                """);
        BODIES.put("union", "");
        BODIES.put("nest", """
                # The step that uses this maps the names `parent` and `child` to streams, under `from`.
                root:
                  from: parent
                  key: [id]
                  embed:
                    - from: child
                      on: { parent_id: id }
                      as: array
                      path: children
                      arrayKey: [id]
                """);
        BODIES.put("join", """
                # The step that uses this maps the names `a` and `b` to streams, under `from`.
                engine: builtin
                sql: |
                  SELECT a.id, b.name FROM a LEFT JOIN b ON a.b_id = b.id
                """);
    }

    private TransformScaffold() {}

    static List<String> types() {
        return List.copyOf(BODIES.keySet());
    }

    static String body(String type) {
        return BODIES.get(type);
    }
}
