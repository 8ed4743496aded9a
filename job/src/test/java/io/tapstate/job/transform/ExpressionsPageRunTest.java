package io.tapstate.job.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.job.transform.RowExpression.Event;
import io.tapstate.planner.expression.CelExpression.Use;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every CEL example of docs/expressions.md, with the value it has for one change of one row. */
class ExpressionsPageRunTest {
    private static final Path PAGE = Path.of("../docs/expressions.md");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```cel (filter|value)\n(.*?)^```$");

    /** Expression to value as relaxed JSON, a line each; what stands twice on the page has the same value. */
    private static final Map<String, String> VALUES = read("expressions-page.txt");

    @TestFactory
    Stream<DynamicTest> everyExampleHasItsValue() throws IOException {
        return examples().stream()
                .map(example -> DynamicTest.dynamicTest(
                        example.text(),
                        () -> assertThat(value(example.text(), example.use())).isEqualTo(VALUES.get(example.text()))));
    }

    @Test
    void theTableHoldsThePageAndNothingElse() throws IOException {
        assertThat(VALUES).hasSizeGreaterThan(40);
        assertThat(VALUES.keySet())
                .isEqualTo(examples().stream().map(Example::text).collect(Collectors.toCollection(TreeSet::new)));
    }

    /** A line is {@code expression ==> value}. */
    static Map<String, String> read(String resource) {
        Map<String, String> values = new TreeMap<>();
        try (InputStream stream = ExpressionsPageRunTest.class.getResourceAsStream(resource)) {
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(" ==> ", 2))
                    .forEach(line -> values.put(line[0], line[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values;
    }

    private record Example(String text, Use use) {}

    private static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            Use use = block.group(1).equals("filter") ? Use.FILTER : Use.VALUE;
            block.group(2).lines().map(line -> new Example(line, use)).forEach(examples::add);
        }
        return examples;
    }

    static String value(String text, Use use) {
        RowExpression expression = RowExpression.of(text, use, PageRow.TABLE);
        Event event = new Event(ChangeKind.UPDATE, PageRow.CHANGED, "orders", PageRow.OLD, PageRow.NEW);
        BsonDocument document = new BsonDocument("v", expression.bson(event));
        String json = document.toJson();
        return json.substring("{\"v\": ".length(), json.length() - 1);
    }
}
