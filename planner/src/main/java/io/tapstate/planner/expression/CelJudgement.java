package io.tapstate.planner.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelMutableAst;
import dev.cel.common.CelValidationResult;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableSelect;
import dev.cel.common.navigation.CelNavigableMutableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.dsl.NearestName;
import io.tapstate.planner.expression.CelExpression.Compiled;
import io.tapstate.planner.expression.CelExpression.Faults;
import io.tapstate.planner.expression.CelExpression.Outcome;
import io.tapstate.planner.expression.CelExpression.Passed;
import io.tapstate.planner.expression.CelExpression.Prepared;
import io.tapstate.planner.expression.CelExpression.Use;
import io.tapstate.planner.expression.CelWording.Words;
import io.tapstate.planner.logical.RowType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** One expression on its way from text to outcome: parse, read, rewrite brackets, check types. */
final class CelJudgement {
    /** In code points: longer ones are programs, and belong into a script. */
    static final int LONGEST = 10_000;

    private static final int DEEPEST_TREE = 250;
    private static final int MOST_FAULTS = 10;

    private final String text;
    private final Use use;
    private final Optional<RowType> row;
    private final List<ExpressionFault> faults = new ArrayList<>();

    private CelJudgement(String text, Use use, Optional<RowType> row) {
        this.text = text;
        this.use = use;
        this.row = row;
    }

    static Outcome of(String text, Use use, Optional<RowType> row) {
        return of(text, use, row, false);
    }

    /** The same, with what the runtime needs. */
    static Outcome prepared(String text, Use use, RowType row) {
        return of(text, use, Optional.of(row), true);
    }

    private static Outcome of(String text, Use use, Optional<RowType> row, boolean toRun) {
        CelJudgement judgement = new CelJudgement(text, use, row);
        try {
            return judgement.judge(toRun);
        } catch (StackOverflowError e) {
            // The limits keep clear of this on an ordinary stack; a caller on a small one still gets an answer.
            judgement.faults.clear();
            judgement.tooDeep();
            return judgement.refused();
        }
    }

    private Outcome judge(boolean toRun) {
        if (text.isBlank()) {
            illegal("it is empty", "write a condition or a value, such as `after.status == \"paid\"`", 0);
            return refused();
        }
        if (text.codePointCount(0, text.length()) > LONGEST) {
            illegal(
                    "it is longer than " + LONGEST + " characters",
                    "split it into several columns or steps, or write a script",
                    0);
            return refused();
        }
        CelValidationResult parsed = CelEnvironment.shared().parse(text);
        if (parsed.hasError()) {
            report(parsed);
            // What the parser finds after its first fault is its own confusion.
            return new Faults(refused().faults().subList(0, 1));
        }
        CelAbstractSyntaxTree tree = tree(parsed);
        CelReading reading = CelReading.of(tree.getExpr());
        if (reading.depth() > DEEPEST_TREE) {
            tooDeep();
            return refused();
        }
        judgeReading(reading, tree);
        if (!reading.whole().isEmpty() || !reading.shadowing().isEmpty()) {
            return refused();
        }
        CelAbstractSyntaxTree plain = withoutBrackets(tree, reading);
        CelValidationResult checked = CelEnvironment.shared().check(plain, columns(reading));
        if (checked.hasError()) {
            report(checked);
        }
        if (!faults.isEmpty()) {
            return refused();
        }
        Outcome outcome = compiled(tree(checked), reading);
        return toRun && outcome instanceof Compiled compiled ? prepared(plain, compiled, reading) : outcome;
    }

    private Prepared prepared(CelAbstractSyntaxTree plain, Compiled compiled, CelReading reading) {
        CelAbstractSyntaxTree run = tree(CelEnvironment.shared().check(CelRunTree.of(plain), columns(reading)));
        Optional<Passed> passed = passedSelect(run.getExpr())
                .map(select -> new Passed(select.operand().ident().name(), select.field()));
        return new Prepared(run, compiled, passed);
    }

    private static CelAbstractSyntaxTree tree(CelValidationResult result) {
        try {
            return result.getAst();
        } catch (dev.cel.common.CelValidationException e) {
            throw new IllegalStateException("no tree, yet no error either", e);
        }
    }

    private void judgeReading(CelReading reading, CelAbstractSyntaxTree tree) {
        Map<Long, Integer> positions = tree.getSource().getPositionsMap();
        Function<Long, Integer> place = id -> positions.getOrDefault(id, 0);
        reading.columns().forEach(column -> judgeColumn(column, place.apply(column.id())));
        reading.whole()
                .forEach(id -> illegal(
                        "a row is read column by column",
                        "write `after.name`, or `after[\"odd name\"]` with the name written out",
                        place.apply(id)));
        reading.shadowing()
                .forEach(shadow -> illegal(
                        "`" + shadow.variable() + "` already has a meaning",
                        "give the variable another name",
                        place.apply(shadow.id())));
        reading.literals()
                .forEach(literal -> CelLiterals.judge(literal)
                        .ifPresent(fault -> illegal(fault.detail(), fault.suggestion(), place.apply(literal.id()))));
    }

    private void judgeColumn(CelReading.Column column, int offset) {
        Optional<RowType.Column> known = row.flatMap(type -> type.column(column.name()));
        if (row.isPresent() && known.isEmpty() && !row.get().open()) {
            illegal(
                    "there is no column `" + column.name() + "`",
                    "write " + NearestName.suggestion(column.name(), row.get().names()),
                    placeOf(column.name(), offset));
        }
        known.filter(found -> found.type().equals(Optional.of(ColumnType.UNSUPPORTED)))
                .ifPresent(found -> fault(
                        ExpressionError.TYPE_UNKNOWN,
                        "the column `" + found.name() + "` has the type `" + found.nativeType()
                                + "`, which no expression can read",
                        "leave the column out of the expression",
                        placeOf(column.name(), offset)));
    }

    /** The columns to check with: the known ones, and as dynamic all others that the text reads. */
    private Optional<List<RowType.Column>> columns(CelReading reading) {
        return row.map(type -> {
            List<RowType.Column> columns = new ArrayList<>(type.columns());
            reading.columns().stream()
                    .map(CelReading.Column::name)
                    .distinct()
                    .filter(name -> type.column(name).isEmpty())
                    .forEach(name -> columns.add(new RowType.Column(name, Optional.empty(), "dyn", true)));
            return List.copyOf(columns);
        });
    }

    /** {@code after["x"]} is {@code after.x} to the type checker. */
    private static CelAbstractSyntaxTree withoutBrackets(CelAbstractSyntaxTree tree, CelReading reading) {
        Map<Long, CelReading.Column> bracketed = reading.columns().stream()
                .filter(CelReading.Column::bracketed)
                .collect(Collectors.toMap(CelReading.Column::id, column -> column, (first, second) -> first));
        if (bracketed.isEmpty()) {
            return tree;
        }
        CelMutableAst mutable = CelMutableAst.fromCelAst(tree);
        List<CelMutableExpr> accesses = CelNavigableMutableAst.fromAst(mutable)
                .getRoot()
                .allNodes()
                .map(node -> node.expr())
                .filter(expression -> bracketed.containsKey(expression.id()))
                .toList();
        accesses.forEach(access -> access.setSelect(CelMutableSelect.create(
                access.call().args().get(0), bracketed.get(access.id()).name())));
        return mutable.toParsedAst();
    }

    private Outcome compiled(CelAbstractSyntaxTree tree, CelReading reading) {
        CelType type = tree.getResultType();
        Optional<RowType.Column> passed = passed(tree.getExpr());
        judgeResult(type);
        if (!faults.isEmpty()) {
            return refused();
        }
        return new Compiled(
                passed.isPresent() ? passed.get().type() : CelTypes.columnType(type),
                passed.map(RowType.Column::nativeType).orElseGet(() -> CelTypes.name(type)),
                nullable(tree, tree.getExpr()),
                names(reading, "after"),
                names(reading, "before"),
                reading.others());
    }

    private void judgeResult(CelType type) {
        switch (type.kind()) {
            case BOOL, DYN, ANY -> {}
            case DURATION ->
                illegal(
                        use == Use.FILTER ? notBoolean(type) : "a duration cannot be stored",
                        use == Use.FILTER ? COMPARE : "write `string(...)` or, say, `(...).getSeconds()`",
                        0);
            case TYPE -> illegal("a type cannot be stored", "compare it: `type(x) == int`", 0);
            default -> {
                if (use == Use.FILTER) {
                    illegal(notBoolean(type), COMPARE, 0);
                }
            }
        }
    }

    private static final String COMPARE = "compare the value, such as `after.status == \"paid\"`";

    private static String notBoolean(CelType type) {
        return "a filter must be true or false, and this is a " + CelTypes.name(type);
    }

    private Optional<RowType.Column> passed(CelExpr expression) {
        return passedSelect(expression).flatMap(select -> row.flatMap(type -> type.column(select.field())));
    }

    private static Optional<CelExpr.CelSelect> passedSelect(CelExpr expression) {
        return expression.getKind() == CelExpr.ExprKind.Kind.SELECT
                        && !expression.select().testOnly()
                        && expression.select().operand().getKind() == CelExpr.ExprKind.Kind.IDENT
                        && CelEnvironment.ROWS.contains(
                                expression.select().operand().ident().name())
                ? Optional.of(expression.select())
                : Optional.empty();
    }

    private boolean nullable(CelAbstractSyntaxTree tree, CelExpr expression) {
        Optional<RowType.Column> passed = passed(expression);
        if (passed.isPresent()) {
            return passed.get().nullable();
        }
        if (expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT) {
            return expression.constant().getKind() == CelConstant.Kind.NULL_VALUE;
        }
        if (expression.getKind() == CelExpr.ExprKind.Kind.CALL
                && expression.call().function().equals("_?_:_")) {
            return nullable(tree, expression.call().args().get(1))
                    || nullable(tree, expression.call().args().get(2));
        }
        return CelTypes.acceptsNull(tree.getType(expression.id()).orElse(SimpleType.DYN));
    }

    private static SortedSet<String> names(CelReading reading, String variable) {
        return reading.columns().stream()
                .filter(column -> column.variable().equals(variable))
                .map(CelReading.Column::name)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void report(CelValidationResult result) {
        for (CelIssue issue : result.getErrors()) {
            int offset = ExpressionFault.offset(
                    text,
                    issue.getSourceLocation().getLine(),
                    issue.getSourceLocation().getColumn() + 1);
            Optional<String> function = calledAt(offset);
            Words words = function.isPresent() && CelWording.isUndeclared(issue)
                    ? CelWording.unknownFunction(function.get())
                    : CelWording.of(issue);
            illegal(words.detail(), words.suggestion(), offset);
        }
    }

    /** The name before the opening bracket at this place: where CEL says a call is. */
    private Optional<String> calledAt(int offset) {
        int place = text.offsetByCodePoints(0, Math.min(offset, text.codePointCount(0, text.length())));
        if (place >= text.length() || text.charAt(place) != '(') {
            return Optional.empty();
        }
        Matcher matcher = Pattern.compile("\\w+$").matcher(text).region(0, place);
        return matcher.find() ? Optional.of(matcher.group()) : Optional.empty();
    }

    /** The name of a column after the dot or bracket that CEL points at. */
    private int placeOf(String name, int offset) {
        Matcher matcher = Pattern.compile("[.\\[]\\s*[`'\"rR]*(" + Pattern.quote(name) + ")")
                .matcher(text);
        int start = text.offsetByCodePoints(0, Math.min(offset, text.codePointCount(0, text.length())));
        return matcher.find(start) ? text.codePointCount(0, matcher.start(1)) : offset;
    }

    private void tooDeep() {
        illegal("it is nested too deep", "split it into several columns or steps", 0);
    }

    private void illegal(String detail, String suggestion, int offset) {
        fault(ExpressionError.ILLEGAL_EXPRESSION, detail, suggestion, offset);
    }

    private void fault(ExpressionError code, String detail, String suggestion, int offset) {
        int place = calledAt(offset).map(name -> offset - name.length()).orElse(offset);
        faults.add(new ExpressionFault(code, detail, suggestion, text, place));
    }

    /** In order of place, each place once: what follows at the same place is the consequence of the first. */
    private Faults refused() {
        Set<Integer> places = new HashSet<>();
        return new Faults(faults.stream()
                .sorted(Comparator.comparingInt(ExpressionFault::offset))
                .filter(fault -> places.add(fault.offset()))
                .limit(MOST_FAULTS)
                .toList());
    }
}
