package io.tapstate.cli.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sorts out what Flink calls our metrics: {@code <operator>.tapstate.table.<namespace>.<table>.<name>} for a table,
 * {@code <operator>.tapstate.<name>} for an operator. Flink replaces blanks and the like in an operator's name by underscores, so
 * the source {@code read orders_db (orders)} comes as {@code Source__read_orders_db_(orders)}.
 */
final class JobMetrics {
    private static final String OURS = ".tapstate.";
    private static final Pattern TABLE =
            Pattern.compile("(?:.*\\.)?([^.]+)\\.tapstate\\.table\\.([^.]+)\\.(.+)\\.(snapshotRows|changes)");
    private static final Pattern OPERATOR = Pattern.compile("(?:.*\\.)?([^.]+)\\.tapstate\\.([^.]+)");

    private static final Pattern SOURCE = Pattern.compile("Source__read_(.+)_\\(.*\\)");

    private final Map<String, Map<String, Long>> tables = new TreeMap<>();
    private final Map<String, Boolean> streaming = new TreeMap<>();
    private final Map<String, String> others = new TreeMap<>();

    static boolean isOurs(String metric) {
        return metric.contains(OURS);
    }

    /** @param values of one vertex, summed over its subtasks */
    void add(Map<String, Double> values) {
        values.forEach((name, value) -> {
            Matcher table = TABLE.matcher(name);
            Matcher operator = OPERATOR.matcher(name);
            if (table.matches()) {
                String id = source(table.group(1)) + "/" + table.group(2) + "." + table.group(3);
                tables.computeIfAbsent(id, key -> new TreeMap<>()).merge(table.group(4), value.longValue(), Long::sum);
            } else if (operator.matches()) {
                addOperator(operator.group(1), operator.group(2), value);
            }
        });
    }

    List<JobView.TableView> tables() {
        List<JobView.TableView> views = new ArrayList<>();
        tables.forEach((table, counts) -> views.add(new JobView.TableView(
                table,
                streaming.getOrDefault(table.substring(0, table.indexOf('/')), false),
                counts.getOrDefault("snapshotRows", 0L),
                counts.getOrDefault("changes", 0L))));
        return views;
    }

    Map<String, String> others() {
        return new TreeMap<>(others);
    }

    private void addOperator(String operator, String metric, double value) {
        if (metric.equals("streaming")) {
            streaming.merge(source(operator), value > 0, Boolean::logicalOr);
        }
        String text = value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
        others.put(operator + "." + metric, text);
    }

    private static String source(String operator) {
        Matcher named = SOURCE.matcher(operator);
        return named.matches() ? named.group(1) : operator;
    }
}
