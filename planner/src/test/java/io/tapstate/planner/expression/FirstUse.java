package io.tapstate.planner.expression;

import io.tapstate.planner.logical.RowType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Uses one language twice in a fresh process and prints both times in milliseconds; {@code none} touches all entry points
 * without a text. docs/adr/0009-embedded-languages.md has the command and the numbers.
 */
public final class FirstUse {
    private FirstUse() {}

    public static void main(String[] languages) throws ClassNotFoundException {
        for (String language : languages) {
            long start = System.nanoTime();
            use(language, 1);
            long first = System.nanoTime();
            use(language, 2);
            long second = System.nanoTime();
            System.out.printf(
                    "%s first %d ms, second %d ms%n",
                    language, (first - start) / 1_000_000, (second - first) / 1_000_000);
        }
    }

    private static void use(String language, int number) throws ClassNotFoundException {
        List<ExpressionFault> faults = switch (language) {
            case "none" -> none();
            case "cel" ->
                CelExpression.compile(
                                "after.a == 'x' && after.b > " + number,
                                CelExpression.Use.FILTER,
                                Optional.of(RowType.ANY))
                        .faults();
            case "sql" ->
                JoinQuery.validate(
                                "SELECT a.id, b.x AS x" + number + " FROM a JOIN b ON a.id = b.id",
                                Map.of("a", RowType.ANY, "b", RowType.ANY))
                        .faults();
            case "js" ->
                ScriptSource.parse("function process(r) { return " + number + " ? r : null }")
                        .faults();
            case "cron" -> Schedule.parse(number + " * * * *").faults();
            default -> throw new IllegalArgumentException(language);
        };
        if (!faults.isEmpty()) {
            throw new IllegalStateException(faults.toString());
        }
    }

    private static List<ExpressionFault> none() throws ClassNotFoundException {
        for (Class<?> entry : List.of(
                CelExpression.class,
                CelExpression.Compiled.class,
                JoinQuery.class,
                JoinQuery.Validated.class,
                ScriptSource.class,
                Schedule.class,
                ExpressionError.class)) {
            Class.forName(entry.getName());
        }
        return StartFrom.parse("latest").faults();
    }
}
