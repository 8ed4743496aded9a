package io.tapstate.planner.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.logical.RowType.Column;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every example of docs/expressions.md does what the page says. */
class ExpressionsPageTest {
    private static final Path PAGE = Path.of("../docs/expressions.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)(?: (\\w+))?\n(.*?)^```$");

    private static final RowType ROW = row();
    private static final Map<String, RowType> INPUTS = Map.of(
            "orders",
            ROW,
            "customers",
            new RowType(
                    List.of(
                            new Column("id", Optional.of(ColumnType.INTEGER), "bigint", false),
                            new Column("name", Optional.of(ColumnType.STRING), "text", false)),
                    false));

    private static RowType row() {
        List<Column> columns = new ArrayList<>();
        Map.ofEntries(
                        Map.entry("id", ColumnType.INTEGER),
                        Map.entry("customer_id", ColumnType.INTEGER),
                        Map.entry("quantity", ColumnType.INTEGER),
                        Map.entry("status", ColumnType.STRING),
                        Map.entry("odd name", ColumnType.STRING),
                        Map.entry("email", ColumnType.STRING),
                        Map.entry("price", ColumnType.DECIMAL),
                        Map.entry("rate", ColumnType.DOUBLE),
                        Map.entry("paid", ColumnType.BOOLEAN),
                        Map.entry("photo", ColumnType.BINARY),
                        Map.entry("ordered_on", ColumnType.DATE),
                        Map.entry("created_at", ColumnType.TIMESTAMP),
                        Map.entry("placed_at", ColumnType.DATETIME),
                        Map.entry("opens", ColumnType.TIME),
                        Map.entry("note", ColumnType.JSON),
                        Map.entry("token", ColumnType.UUID))
                .forEach((name, type) ->
                        columns.add(new Column(name, Optional.of(type), "native", name.equals("email"))));
        return new RowType(columns, false);
    }

    @TestFactory
    Stream<DynamicTest> everyExampleDoesWhatThePageSays() throws IOException {
        List<DynamicTest> examples = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            String language = block.group(1);
            String role = Optional.ofNullable(block.group(2)).orElse("");
            Function<String, List<ExpressionFault>> judge = judge(language, role);
            List<String> texts = language.equals("sql") || language.equals("js")
                    ? List.of(block.group(3))
                    : block.group(3).lines().toList();
            for (String text : texts) {
                examples.add(DynamicTest.dynamicTest(language + " " + role + ": " + text, () -> {
                    if (role.equals("refused")) {
                        assertThat(judge.apply(text)).isNotEmpty();
                    } else {
                        assertThat(judge.apply(text)).isEmpty();
                    }
                }));
            }
        }
        assertThat(examples).hasSizeGreaterThan(60);
        return examples.stream();
    }

    private static Function<String, List<ExpressionFault>> judge(String language, String role) {
        Use use = role.equals("value") ? Use.VALUE : Use.FILTER;
        return switch (language) {
            case "cel" ->
                text -> CelExpression.compile(text, use, Optional.of(ROW)).faults();
            case "js" -> text -> ScriptSource.parse(text).faults();
            case "sql" -> text -> JoinQuery.validate(text, INPUTS).faults();
            case "cron" -> text -> Schedule.parse(text).faults();
            case "start_from" -> text -> StartFrom.parse(text).faults();
            default -> throw new AssertionError("no judge for " + language);
        };
    }
}
