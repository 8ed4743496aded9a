package io.tapstate.planner.expression;

import static io.tapstate.planner.expression.CelTypes.DATETIME;
import static io.tapstate.planner.expression.CelTypes.DECIMAL;
import static io.tapstate.planner.expression.CelTypes.TIME;
import static io.tapstate.planner.expression.CelTypes.UUID;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The functions that we add to CEL's own. An overload's id is {@code tap_<function>_<argument types>}, operators by their
 * words; the job binds them by these ids.
 */
final class CelFunctions {
    private static final CelType STRING = SimpleType.STRING;
    private static final CelType INT = SimpleType.INT;
    private static final CelType DOUBLE = SimpleType.DOUBLE;
    private static final CelType BOOL = SimpleType.BOOL;
    private static final CelType TIMESTAMP = SimpleType.TIMESTAMP;
    private static final CelType DURATION = SimpleType.DURATION;

    private static final Map<String, String> ORDERINGS =
            Map.of("_<_", "less", "_<=_", "less_equals", "_>_", "greater", "_>=_", "greater_equals");
    private static final Map<String, String> ARITHMETIC =
            Map.of("_+_", "add", "_-_", "subtract", "_*_", "multiply", "_/_", "divide", "_%_", "modulo");

    private final Map<String, List<CelOverloadDecl>> overloads = new LinkedHashMap<>();

    private CelFunctions() {}

    static List<CelFunctionDecl> declarations() {
        CelFunctions functions = new CelFunctions();
        functions.global("now", "now", TIMESTAMP);
        functions.decimals();
        functions.dates();
        functions.wallClock();
        functions.global("uuid", "uuid", UUID, STRING);
        functions.global("string", "string", STRING, UUID);
        return functions.overloads.entrySet().stream()
                .map(entry -> CelFunctionDecl.newFunctionDeclaration(entry.getKey(), entry.getValue()))
                .toList();
    }

    private void decimals() {
        for (CelType from : List.of(STRING, INT, DOUBLE, DECIMAL)) {
            global("decimal", "decimal", DECIMAL, from);
        }
        global("string", "string", STRING, DECIMAL);
        global("int", "int", INT, DECIMAL);
        global("double", "double", DOUBLE, DECIMAL);
        global("abs", "abs", DECIMAL, DECIMAL);
        global("round", "round", DECIMAL, DECIMAL, INT);
        global("-_", "negate", DECIMAL, DECIMAL);
        ARITHMETIC.forEach((operator, word) -> {
            global(operator, word, DECIMAL, DECIMAL, DECIMAL);
            global(operator, word, DECIMAL, DECIMAL, INT);
            global(operator, word, DECIMAL, INT, DECIMAL);
        });
        ORDERINGS.forEach((operator, word) -> {
            global(operator, word, BOOL, DECIMAL, DECIMAL);
            global(operator, word, BOOL, DECIMAL, INT);
            global(operator, word, BOOL, INT, DECIMAL);
        });
    }

    private void dates() {
        global("date", "date", TIMESTAMP, STRING);
        global("date", "date", TIMESTAMP, TIMESTAMP);
    }

    private void wallClock() {
        global("datetime", "datetime", DATETIME, STRING);
        global("datetime", "datetime", DATETIME, TIMESTAMP, STRING);
        global("timestamp", "timestamp", TIMESTAMP, DATETIME, STRING);
        global("date", "date", TIMESTAMP, DATETIME);
        global("time", "time", TIME, STRING);
        global("time", "time", TIME, DATETIME);
        global("string", "string", STRING, DATETIME);
        global("string", "string", STRING, TIME);
        global("_+_", "add", DATETIME, DATETIME, DURATION);
        global("_-_", "subtract", DATETIME, DATETIME, DURATION);
        global("_-_", "subtract", DURATION, DATETIME, DATETIME);
        ORDERINGS.forEach((operator, word) -> {
            global(operator, word, BOOL, DATETIME, DATETIME);
            global(operator, word, BOOL, TIME, TIME);
        });
        for (String part :
                List.of("getFullYear", "getMonth", "getDate", "getDayOfMonth", "getDayOfWeek", "getDayOfYear")) {
            member(part, INT, DATETIME);
        }
        for (String part : List.of("getHours", "getMinutes", "getSeconds", "getMilliseconds")) {
            member(part, INT, DATETIME);
            member(part, INT, TIME);
        }
    }

    private void global(String function, String word, CelType result, CelType... arguments) {
        add(function, CelOverloadDecl.newGlobalOverload(id(word, arguments), result, List.of(arguments)));
    }

    private void member(String function, CelType result, CelType receiver) {
        add(function, CelOverloadDecl.newMemberOverload(id(function, receiver), result, List.of(receiver)));
    }

    private void add(String function, CelOverloadDecl overload) {
        overloads.computeIfAbsent(function, name -> new ArrayList<>()).add(overload);
    }

    private static String id(String word, CelType... arguments) {
        return "tap_" + word
                + Arrays.stream(arguments)
                        .map(type -> "_" + CelTypes.name(type))
                        .collect(Collectors.joining());
    }
}
