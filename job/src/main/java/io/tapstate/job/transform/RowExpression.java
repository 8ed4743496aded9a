package io.tapstate.job.transform;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Passed;
import io.tapstate.planner.expression.CelExpression.Prepared;
import io.tapstate.planner.expression.CelExpression.Use;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonValue;

/** One expression over the rows of one table, compiled once. Not for several threads at once. */
final class RowExpression {
    private static final Pattern FUNCTION = Pattern.compile("No matching overload for function '([^']+)'");
    private static final Pattern OPERATOR = Pattern.compile("_([^_]+)_|([!-])_");

    private final String text;
    private final Compiled compiled;
    private final Optional<Passed> passed;
    private final CelRuntime.Program program;
    private final Map<String, ColumnType> types;

    /**
     * What an expression is computed of.
     *
     * @param after BSON; null where there is none
     * @param before BSON; null where there is none
     */
    record Event(ChangeKind kind, long timestamp, String table, byte[] before, byte[] after) {}

    private RowExpression(String text, Prepared prepared, Map<String, ColumnType> types) throws CelEvaluationException {
        this.text = text;
        this.compiled = prepared.compiled();
        this.passed = prepared.passed();
        this.program = CelLibrary.RUNTIME.createProgram(prepared.tree());
        this.types = types;
    }

    /** @throws TapException {@code transform.expression-failed} when it does not compile */
    static RowExpression of(String text, Use use, IncomingTable table) {
        CelExpression.Outcome outcome = CelExpression.prepare(text, use, table.planColumns());
        if (!(outcome instanceof Prepared prepared)) {
            throw failed(text, outcome.faults().get(0).detail());
        }
        try {
            return new RowExpression(text, prepared, table.types());
        } catch (CelEvaluationException e) {
            throw new IllegalStateException("a checked expression is refused by the runtime", e);
        }
    }

    /** Whether the result for an old row can be known: see {@link Compiled#ofRowAlone}. */
    boolean ofRowAlone() {
        return compiled.ofRowAlone();
    }

    boolean readsOp() {
        return compiled.readsOp();
    }

    /** The column that it passes on as it is. */
    Optional<Passed> passed() {
        return passed;
    }

    /** Whether an image has every column that is read of either. */
    boolean coveredBy(byte[] image) {
        if (image == null) {
            return false;
        }
        RawRow cursor = new RawRow(image);
        return compiled.afterColumns().stream().allMatch(cursor::seek)
                && compiled.beforeColumns().stream().allMatch(cursor::seek);
    }

    /** @throws TapException {@code transform.expression-failed} */
    boolean holds(Event event) {
        Object value = value(event);
        if (value instanceof Boolean holds) {
            return holds;
        }
        throw failed(text, "it came out as a " + CelValues.name(value) + ", not as true or false");
    }

    /**
     * The value as CEL has it.
     *
     * @throws TapException {@code transform.expression-failed}
     */
    Object value(Event event) {
        CelImage after = new CelImage(event.after(), types);
        CelImage before = new CelImage(event.before(), types);
        try {
            return program.eval(name -> Optional.ofNullable(variable(name, event, after, before)));
        } catch (CelEvaluationException e) {
            throw failed(text, detail(e));
        }
    }

    /**
     * The value as rows hold it.
     *
     * @throws TapException {@code transform.expression-failed}
     */
    BsonValue bson(Event event) {
        Object value = value(event);
        try {
            return CelValues.toBson(value);
        } catch (Unusable e) {
            throw failed(text, e.getMessage());
        } catch (ArithmeticException e) {
            throw failed(text, "its value, a timestamp, is beyond what can be stored");
        }
    }

    private static Object variable(String name, Event event, CelImage after, CelImage before) {
        return switch (name) {
            case "op" -> event.kind().letter();
            case "ts" -> event.timestamp();
            case "src" -> event.table();
            case "after" -> after;
            case "before" -> before;
            case "schema" -> Map.of();
            default ->
                name.equals(CelExpression.NOW)
                        ? Instant.ofEpochMilli(event.timestamp())
                        : name.equals(CelExpression.PRESENCE.get("after"))
                                ? after.presence()
                                : name.equals(CelExpression.PRESENCE.get("before")) ? before.presence() : null;
        };
    }

    private static TapException failed(String text, String detail) {
        return TapException.of(TransformError.EXPRESSION_FAILED, "expr", text, "detail", detail);
    }

    // CEL's own messages hold values of the row.
    private static String detail(CelEvaluationException fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof Unusable unusable) {
                return unusable.getMessage();
            }
        }
        return switch (fault.getErrorCode()) {
            case DIVIDE_BY_ZERO -> "division by zero";
            case NUMERIC_OVERFLOW -> "a number is beyond what its type holds";
            case BAD_FORMAT -> "a text does not read as what it is converted to";
            case ATTRIBUTE_NOT_FOUND -> "a map lacks the field that is read";
            case INDEX_OUT_OF_BOUNDS -> "a list has no item at that index";
            case ITERATION_BUDGET_EXCEEDED -> "it takes too many steps";
            case OVERLOAD_NOT_FOUND -> noOverload(fault.getMessage());
            default -> "a function cannot work with its values";
        };
    }

    private static String noOverload(String message) {
        Matcher function = FUNCTION.matcher(message);
        if (!function.find()) {
            return "a function does not take a null, or these types together";
        }
        Matcher operator = OPERATOR.matcher(function.group(1));
        String shown = function.group(1);
        if (operator.matches()) {
            shown = operator.group(1) == null ? operator.group(2) : operator.group(1);
        }
        return "`" + shown + "` does not take a null, or these types together";
    }
}
