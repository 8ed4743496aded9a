package io.tapstate.planner.expression;

import dev.cel.common.CelIssue;
import io.tapstate.planner.dsl.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Says in our words what CEL's parser and type checker found. */
final class CelWording {
    private static final String SEE = "see docs/expressions.md for what an expression can hold";

    private static final Map<String, String> OPERATORS = Map.ofEntries(
            Map.entry("_+_", "+"),
            Map.entry("_-_", "-"),
            Map.entry("_*_", "*"),
            Map.entry("_/_", "/"),
            Map.entry("_%_", "%"),
            Map.entry("_==_", "=="),
            Map.entry("_!=_", "!="),
            Map.entry("_<_", "<"),
            Map.entry("_<=_", "<="),
            Map.entry("_>_", ">"),
            Map.entry("_>=_", ">="),
            Map.entry("_&&_", "&&"),
            Map.entry("_||_", "||"),
            Map.entry("_?_:_", "? :"),
            Map.entry("_[_]", "[ ]"),
            Map.entry("@in", "in"),
            Map.entry("!_", "!"),
            Map.entry("-_", "-"));

    private static final List<String> FUNCTIONS = functions();

    /** What other languages call it. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("lower", "lowerAscii"),
            Map.entry("lowercase", "lowerAscii"),
            Map.entry("tolowercase", "lowerAscii"),
            Map.entry("upper", "upperAscii"),
            Map.entry("uppercase", "upperAscii"),
            Map.entry("touppercase", "upperAscii"),
            Map.entry("len", "size"),
            Map.entry("length", "size"),
            Map.entry("concat", "+"),
            Map.entry("coalesce", "x != null ? x : y"),
            Map.entry("ifnull", "x != null ? x : y"),
            Map.entry("if", "c ? x : y"),
            Map.entry("regexp", "matches"),
            Map.entry("like", "matches"),
            Map.entry("integer", "int"),
            Map.entry("float", "double"),
            Map.entry("str", "string"),
            Map.entry("tostring", "string"),
            Map.entry("current_timestamp", "now()"));

    private record Rule(Pattern pattern, Function<MatchResult, Words> words) {}

    record Words(String detail, String suggestion) {}

    private static final List<Rule> RULES = List.of(
            rule("undeclared reference to '(.+?)' \\(in container.*", match -> undeclared(match.group(1))),
            rule("undefined field '(.+)'", match -> new Words("there is no field `" + match.group(1) + "`", SEE)),
            rule(
                    "found no matching overload for '(.+?)' applied to '(.*?)' \\(candidates.*",
                    match -> noOverload(match.group(1), match.group(2))),
            rule(
                    "found no matching overload for '(.+?)' applied to '(.*?)'",
                    match -> noOverload(match.group(1), match.group(2))),
            rule(
                    "type '(.+?)' does not support field selection",
                    match -> new Words(
                            "a value of type " + type(match.group(1)) + " has no fields", "use the value itself")),
            rule(
                    "expression of type '(.+?)' cannot be range of a comprehension.*",
                    match -> new Words(
                            "a value of type " + type(match.group(1)) + " holds no elements to go through",
                            "use a list or a map before `.all`, `.exists`, `.map` or `.filter`")),
            rule(
                    "invalid argument to has\\(\\) macro",
                    match -> new Words("`has` asks for a field", "write `has(after.name)`, or has(after.`odd name`)")),
            rule(
                    ".*mismatched input '<EOF>'.*|.*at '<EOF>'.*|.*input '<EOF>'.*",
                    match -> new Words("it ends too early", "complete it: an operand or a closing bracket is missing")),
            rule("token recognition error at: '(.*?)'?", match -> stray(match.group(1))),
            rule("(?:mismatched|extraneous) input '(.*?)' expecting.*", match -> stray(match.group(1))),
            rule("no viable alternative at input '(.*)'", match -> stray(match.group(1))),
            rule(
                    "missing (.+) at '(.*)'",
                    match -> new Words(match.group(1) + " is missing before `" + match.group(2) + "`", "insert it")),
            rule(
                    ".*(?:recursion limit|too many nested|node count|nested too deep).*",
                    match -> new Words("it is nested too deep", "split it into several columns or steps")));

    private CelWording() {}

    private static Rule rule(String pattern, Function<MatchResult, Words> words) {
        return new Rule(Pattern.compile(pattern, Pattern.DOTALL | Pattern.CASE_INSENSITIVE), words);
    }

    static boolean isUndeclared(CelIssue issue) {
        return issue.getMessage().startsWith("undeclared reference");
    }

    static Words of(CelIssue issue) {
        for (Rule rule : RULES) {
            var match = rule.pattern().matcher(issue.getMessage());
            if (match.matches()) {
                return rule.words().apply(match.toMatchResult());
            }
        }
        return new Words(issue.getMessage(), SEE);
    }

    private static Words undeclared(String name) {
        String detail = "there is no `" + name + "`";
        if (name.equals("record") || name.startsWith("record.")) {
            return new Words(
                    "`record` belongs to an older dialect", "write `after.x` for `record.after.x` or `record.x`");
        }
        if (OPERATORS.containsKey(name)) {
            return new Words(detail, SEE);
        }
        if (NearestName.of(name, List.of("and", "or", "not")).isPresent()) {
            return stray(name);
        }
        return new Words(
                detail,
                NearestName.of(name, CelEnvironment.VARIABLES)
                        .map(other -> "write `" + other + "`")
                        .orElse("a column is read as `after." + name + "`; a text stands in quotes"));
    }

    /** A function that is not there: CEL does not tell it from a variable. */
    static Words unknownFunction(String name) {
        String near = ELSEWHERE.getOrDefault(
                name.toLowerCase(Locale.ROOT), NearestName.of(name, FUNCTIONS).orElse(""));
        return new Words("there is no function `" + name + "`", near.isEmpty() ? SEE : "write `" + near + "`");
    }

    private static Words noOverload(String function, String arguments) {
        String name = OPERATORS.getOrDefault(function, function);
        List<String> types = types(arguments);
        String all = types.isEmpty() ? "nothing" : String.join(" and ", types);
        String detail = OPERATORS.containsKey(function)
                ? "`" + name + "` does not take " + all
                : "`" + name + "` does not take " + (types.isEmpty() ? "so few arguments" : all);
        return new Words(detail, conversion(name, types));
    }

    private static String conversion(String function, List<String> types) {
        if (function.equals("? :")) {
            return types.contains("null")
                    ? "wrap the other side of `null`: `c ? dyn(x) : null`"
                    : "give both sides one type, or wrap one in `dyn(...)`";
        }
        if (types.contains("decimal") && types.contains("double")) {
            return "write the number as a text, `decimal(\"1.5\")`, or give up exactness with `double(...)`";
        }
        if (types.contains("decimal") && types.contains("int")) {
            return "write `decimal(...)` around the int";
        }
        for (String own : List.of("timestamp", "datetime", "time", "decimal", "uuid")) {
            if (types.contains(own) && types.contains("string")) {
                return "write `" + own + "(...)` around the text";
            }
        }
        if (types.contains("datetime") && types.contains("timestamp")) {
            return "name the zone: `timestamp(x, \"Europe/Berlin\")` makes an instant of a datetime";
        }
        return types.size() > 1
                ? "convert one side with `string(...)`, `int(...)`, `double(...)` or `decimal(...)`"
                : "convert it first; " + SEE;
    }

    /** {@code (wrapper(string), int)} as {@code [string, int]}. */
    private static List<String> types(String arguments) {
        String inner = arguments.replaceFirst("^.*?\\(", "").replaceFirst("\\)$", "");
        List<String> types = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= inner.length(); i++) {
            char c = i < inner.length() ? inner.charAt(i) : ',';
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && (depth == 0 || i == inner.length())) {
                String type = inner.substring(start, i).strip();
                if (!type.isEmpty()) {
                    types.add(type(type));
                }
                start = i + 1;
            }
        }
        return types;
    }

    private static String type(String name) {
        return name.replaceAll("wrapper\\((\\w+)\\)", "$1")
                .replace(CelEnvironment.ROW, "row")
                .replace("google.protobuf.Timestamp", "timestamp")
                .replace("google.protobuf.Duration", "duration");
    }

    private static Words stray(String token) {
        String read = token.strip();
        if (read.startsWith("\"") || read.startsWith("'")) {
            return new Words("the text that begins here has no end", "close it with the quote that opened it");
        }
        if (read.startsWith("=") && !read.startsWith("==")) {
            read = "=";
        }
        String detail = "`" + read + "` does not belong here";
        return switch (read.toLowerCase(Locale.ROOT)) {
            case "=" ->
                new Words(detail, "compare with `==`; the `=` of a computed column stands before the expression");
            case "and" -> new Words(detail, "write `&&`");
            case "or" -> new Words(detail, "write `||`");
            case "not" -> new Words(detail, "write `!`");
            case "<>", "<>=" -> new Words(detail, "write `!=`");
            case "is" -> new Words(detail, "write `== null` or `!= null`");
            default -> new Words(detail, "remove it, or put an operator between");
        };
    }

    private static List<String> functions() {
        List<String> names = new ArrayList<>(List.of(
                "has",
                "all",
                "exists",
                "exists_one",
                "map",
                "filter",
                "size",
                "int",
                "uint",
                "double",
                "string",
                "bytes",
                "bool",
                "timestamp",
                "duration",
                "matches",
                "contains",
                "startsWith",
                "endsWith",
                "dyn",
                "type",
                "lowerAscii",
                "upperAscii",
                "trim",
                "replace",
                "split",
                "join",
                "substring",
                "indexOf",
                "lastIndexOf",
                "charAt",
                "reverse",
                "quote"));
        CelFunctions.declarations().stream()
                .map(declaration -> declaration.name())
                .filter(name -> !OPERATORS.containsKey(name) && !names.contains(name))
                .forEach(names::add);
        return List.copyOf(names);
    }
}
