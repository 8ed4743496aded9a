package io.tapstate.planner.expression;

import com.oracle.js.parser.ErrorManager;
import com.oracle.js.parser.Parser;
import com.oracle.js.parser.ParserException;
import com.oracle.js.parser.ScriptEnvironment;
import com.oracle.js.parser.Source;
import com.oracle.js.parser.TokenType;
import com.oracle.js.parser.ir.BinaryNode;
import com.oracle.js.parser.ir.ClassNode;
import com.oracle.js.parser.ir.Expression;
import com.oracle.js.parser.ir.ExpressionStatement;
import com.oracle.js.parser.ir.FunctionNode;
import com.oracle.js.parser.ir.IdentNode;
import com.oracle.js.parser.ir.LiteralNode;
import com.oracle.js.parser.ir.ObjectNode;
import com.oracle.js.parser.ir.Statement;
import com.oracle.js.parser.ir.VarNode;
import io.tapstate.planner.expression.ScriptSource.Faults;
import io.tapstate.planner.expression.ScriptSource.Outcome;
import io.tapstate.planner.expression.ScriptSource.Parsed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Judges a script with the parser of the engine that runs it, set up as the engine sets it up. */
final class ScriptJudgement {
    /** In Java chars. */
    private static final int LONGEST = 200_000;

    /** ECMAScript 2023, as the engine counts. */
    private static final int EDITION = 14;

    private static final Pattern EXPECTED = Pattern.compile("Expected (.+) but found (.+)");
    private static final String EXAMPLE = "write `function process(record, ctx) { return record; }`";

    private final String text;

    private ScriptJudgement(String text) {
        this.text = text;
    }

    static Outcome of(String text) {
        ScriptJudgement judgement = new ScriptJudgement(text);
        try {
            return judgement.judge();
        } catch (StackOverflowError e) {
            // The parser recurses as deep as the text nests.
            return judgement.refuse("it is nested too deep", "take it apart into functions", 0);
        }
    }

    private Outcome judge() {
        if (text.length() > LONGEST) {
            return refuse("it is longer than " + LONGEST + " characters", "leave out what the step does not call", 0);
        }
        FunctionNode script;
        try {
            script = new Parser(environment(), Source.sourceFor("script", text), new ErrorManager.ThrowErrorManager())
                    .parse();
        } catch (ParserException e) {
            return syntaxFault(e);
        }
        List<ExpressionFault> faults = new ArrayList<>();
        if (!defines(script, "process")) {
            faults.add(noProcess(
                    text.isBlank() ? "it is empty" : "no function of that name stands at its top level", EXAMPLE));
        }
        value(script, "process")
                .flatMap(ScriptJudgement::unfit)
                .ifPresent(detail -> faults.add(noProcess("`process` " + detail, EXAMPLE)));
        value(script, "filter")
                .flatMap(ScriptJudgement::unfit)
                .ifPresent(detail -> faults.add(fault(
                        "`filter` " + detail,
                        "write `function filter(record) { return true; }`, or give it another name",
                        0)));
        return faults.isEmpty() ? new Parsed(defines(script, "filter")) : new Faults(faults);
    }

    private static ScriptEnvironment environment() {
        return ScriptEnvironment.builder()
                .ecmaScriptVersion(EDITION)
                .emptyStatements(false)
                .syntaxExtensions(false)
                .scripting(false)
                .shebang(true)
                .strict(false)
                .allowBigInt(true)
                .annexB(true)
                .classFields(true)
                .privateFieldsIn(true)
                .topLevelAwait(true)
                .functionStatementBehavior(ScriptEnvironment.FunctionStatementBehavior.ACCEPT)
                .build();
    }

    private static boolean defines(FunctionNode script, String name) {
        return script.getBody().getScope().hasSymbol(name)
                || value(script, name).isPresent();
    }

    /** What the name is set to at the top level, last setting first; empty when that does not show. */
    private static Optional<Expression> value(FunctionNode script, String name) {
        Optional<Expression> value = Optional.empty();
        for (Statement statement : script.getBody().getStatements()) {
            if (statement instanceof VarNode declared
                    && declared.getName().getName().equals(name)
                    && declared.getInit() != null) {
                value = Optional.of(declared.getInit());
            } else if (statement instanceof ExpressionStatement expression
                    && expression.getExpression() instanceof BinaryNode assigned
                    && assigned.isTokenType(TokenType.ASSIGN)
                    && assigned.getLhs() instanceof IdentNode target
                    && target.getName().equals(name)) {
                value = Optional.of(assigned.getRhs());
            }
        }
        return value;
    }

    private static Optional<String> unfit(Expression value) {
        if (value instanceof FunctionNode function) {
            return function.isAsync()
                    ? Optional.of("is async: what it returns would only be promised")
                    : function.isGenerator() ? Optional.of("is a generator: it returns no record") : Optional.empty();
        }
        return value instanceof LiteralNode || value instanceof ObjectNode || value instanceof ClassNode
                ? Optional.of("is not a function")
                : Optional.empty();
    }

    private Outcome syntaxFault(ParserException e) {
        String message = String.valueOf(e.getRawMessage());
        int place = e.getPosition() < 0 ? 0 : Math.min(e.getPosition(), text.length());
        Matcher matcher = EXPECTED.matcher(message);
        if (!matcher.matches()) {
            return refuse(decapitalized(message), "correct the script here", place);
        }
        String found = matcher.group(2);
        return switch (found) {
            case "eof" -> refuse("it ends too early", "complete it; a bracket may be open", place);
            case "import", "export" ->
                refuse("`" + found + "` does not belong here", "write one plain script; it cannot be a module", place);
            case "error" -> refuse("a character does not belong here", "remove it, or close what it opens", place);
            default ->
                refuse(
                        "`" + found + "` does not belong here",
                        matcher.group(1).equals("eof")
                                ? "remove it"
                                : "write " + wanted(matcher.group(1)) + " before it",
                        place);
        };
    }

    private static String wanted(String token) {
        return token.equals("an operand") || token.equals("ident") ? "a value or a name" : "`" + token + "`";
    }

    private static String decapitalized(String message) {
        return message.isEmpty()
                ? "it does not parse"
                : Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    private Outcome refuse(String detail, String suggestion, int place) {
        return new Faults(List.of(fault(detail, suggestion, place)));
    }

    private ExpressionFault fault(String detail, String suggestion, int place) {
        return new ExpressionFault(
                ExpressionError.SCRIPT_COMPILE_FAILED, detail, suggestion, text, text.codePointCount(0, place));
    }

    private ExpressionFault noProcess(String detail, String suggestion) {
        return new ExpressionFault(ExpressionError.SCRIPT_NO_PROCESS, detail, suggestion, text, 0);
    }
}
