package io.tapstate.planner.expression;

import com.cronutils.descriptor.CronDescriptor;
import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import io.tapstate.planner.expression.Schedule.Faults;
import io.tapstate.planner.expression.Schedule.Outcome;
import io.tapstate.planner.expression.Schedule.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges a cron line field by field, so that a fault names the field. */
final class ScheduleJudgement {
    private static final int LONGEST = 200;
    private static final Pattern FIELD = Pattern.compile("\\S+");
    private static final List<String> FIELDS = List.of("minute", "hour", "day of month", "month", "day of week");
    private static final List<String> RANGES =
            List.of("0-59", "0-23", "1-31", "1-12 or JAN-DEC", "0-7 or SUN-SAT, 0 and 7 are Sunday");
    private static final String EXAMPLE = "write five fields, such as `30 2 * * MON-FRI`";

    private static final CronParser PARSER = new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));

    private ScheduleJudgement() {}

    static Outcome of(String text) {
        if (text.isBlank() || text.length() > LONGEST) {
            return fault(text, text.isBlank() ? "it is empty" : "it is too long", EXAMPLE, 0);
        }
        List<String> fields = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        Matcher matcher = FIELD.matcher(text);
        while (matcher.find()) {
            fields.add(matcher.group().toUpperCase(Locale.ROOT));
            places.add(text.codePointCount(0, matcher.start()));
        }
        if (text.strip().startsWith("@")) {
            return fault(
                    text, "names such as `" + fields.get(0).toLowerCase(Locale.ROOT) + "` are not taken", EXAMPLE, 0);
        }
        if (fields.size() != FIELDS.size()) {
            String detail = fields.size() == 6 || fields.size() == 7
                    ? "it has " + fields.size() + " fields; there is no field for seconds or years"
                    : "it has " + fields.size() + (fields.size() == 1 ? " field" : " fields") + " instead of five";
            return fault(text, detail, EXAMPLE, 0);
        }
        List<ExpressionFault> faults = new ArrayList<>();
        for (int i = 0; i < FIELDS.size(); i++) {
            List<String> alone = new ArrayList<>(List.of("*", "*", "*", "*", "*"));
            alone.set(i, fields.get(i));
            if (cron(String.join(" ", alone)) == null) {
                faults.add(new ExpressionFault(
                        ExpressionError.ILLEGAL_SCHEDULE,
                        "`" + fields.get(i) + "` is not a " + FIELDS.get(i),
                        "write " + RANGES.get(i) + ", a list `a,b`, a range `a-b`, a step `*/n`, or `*`",
                        text,
                        places.get(i)));
            }
        }
        if (!faults.isEmpty()) {
            return new Faults(faults);
        }
        String line = String.join(" ", fields);
        Cron cron = cron(line);
        return cron == null
                ? fault(text, "its fields do not go together", EXAMPLE, 0)
                : new Parsed(
                        String.join(" ", text.strip().split("\\s+", -1)),
                        CronDescriptor.instance(Locale.ENGLISH).describe(cron));
    }

    private static Cron cron(String line) {
        try {
            return PARSER.parse(line).validate();
        } catch (RuntimeException e) {
            // What the library throws for a text of users is not of one class.
            return null;
        }
    }

    private static Outcome fault(String text, String detail, String suggestion, int offset) {
        return new Faults(
                List.of(new ExpressionFault(ExpressionError.ILLEGAL_SCHEDULE, detail, suggestion, text, offset)));
    }
}
