package io.tapstate.planner.expression;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.planner.expression.JoinQuery.Faults;
import io.tapstate.planner.expression.JoinQuery.Origin;
import io.tapstate.planner.expression.JoinQuery.Outcome;
import io.tapstate.planner.expression.JoinQuery.OutputColumn;
import io.tapstate.planner.expression.JoinQuery.Validated;
import io.tapstate.planner.expression.JoinWording.Words;
import io.tapstate.planner.logical.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;

/** One query on its way from text to outcome: parse, one query only, its tables, its columns and types, its identity. */
final class JoinJudgement {
    private static final int LONGEST = 20_000;
    private static final int DEEPEST = 40;

    private static final Pattern FIRST_WORD = Pattern.compile("^(?:\\s|--[^\\n]*\\n|/\\*[\\s\\S]*?\\*/)*(\\w+)");
    private static final Set<String> STATEMENTS = Set.of(
            "create",
            "drop",
            "alter",
            "show",
            "use",
            "insert",
            "update",
            "delete",
            "set",
            "reset",
            "explain",
            "describe",
            "execute",
            "truncate",
            "merge",
            "call",
            "load",
            "unload",
            "add",
            "begin",
            "analyze",
            "upsert");

    private final String sql;
    private final Map<String, RowType> inputs;
    private final Map<String, List<String>> identities;
    private final List<ExpressionFault> faults = new ArrayList<>();

    private JoinJudgement(String sql, Map<String, RowType> inputs, Map<String, List<String>> identities) {
        this.sql = sql;
        this.inputs = inputs;
        this.identities = identities;
    }

    static Outcome of(String sql, Map<String, RowType> inputs, Map<String, List<String>> identities) {
        JoinJudgement judgement = new JoinJudgement(sql, inputs, identities);
        try {
            return judgement.judge();
        } catch (StackOverflowError e) {
            // The limits keep clear of this on an ordinary stack; a caller on a small one still gets an answer.
            return judgement.tooDeep();
        }
    }

    /** The tree of a query that has been judged. */
    static SqlNode parsed(String sql) {
        try {
            return JoinDialect.parser(sql).parseStmtList().get(0);
        } catch (SqlParseException e) {
            throw new IllegalArgumentException("no query: " + sql, e);
        }
    }

    private Outcome judge() {
        Optional<Outcome> refused = limits();
        if (refused.isPresent()) {
            return refused.get();
        }
        SqlNode query;
        try {
            SqlNodeList statements = JoinDialect.parser(sql).parseStmtList();
            query = statements.get(0);
            if (statements.size() > 1) {
                return refuse(
                        "a second statement follows",
                        "leave one query; several steps make several queries",
                        statements.get(1).getParserPosition());
            }
        } catch (SqlParseException e) {
            return parserFault(e);
        }
        if (!query.isA(SqlKind.QUERY) || query.getKind() == SqlKind.VALUES) {
            Words words = JoinWording.notAQuery(query.getKind().lowerName);
            return refuse(words.detail(), words.suggestion(), query.getParserPosition());
        }
        if (query instanceof SqlOrderBy ordered && ordered.fetch == null && !ordered.orderList.isEmpty()) {
            return refuse(
                    "a stream has no end to sort at",
                    "leave out ORDER BY, or add LIMIT",
                    ordered.orderList.getParserPosition());
        }
        return judgeTables(query);
    }

    private Outcome parserFault(SqlParseException e) {
        if (e.getMessage() == null) {
            // The parser hands on what was thrown inside of it; that is no exception of its own only for depth.
            return tooDeep();
        }
        Words words = JoinWording.parser(e.getMessage());
        if (JoinWording.endsTooEarly(words)) {
            return new Faults(List.of(new ExpressionFault(
                    ExpressionError.ILLEGAL_SQL,
                    words.detail(),
                    words.suggestion(),
                    sql,
                    sql.codePointCount(0, sql.stripTrailing().length()))));
        }
        return refuse(words.detail(), words.suggestion(), e.getPos());
    }

    private Optional<Outcome> limits() {
        if (sql.isBlank()) {
            return Optional.of(refuse("it is empty", "write one SELECT over the inputs", SqlParserPos.ZERO));
        }
        if (sql.length() > LONGEST) {
            return Optional.of(refuse(
                    "it is longer than " + LONGEST + " characters", "split it into several steps", SqlParserPos.ZERO));
        }
        int depth = 0;
        int deepest = 0;
        for (int i = 0; i < sql.length(); i++) {
            char c = sql.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            deepest = Math.max(deepest, depth);
        }
        if (deepest > DEEPEST) {
            return Optional.of(tooDeep());
        }
        Matcher word = FIRST_WORD.matcher(sql);
        if (word.find() && STATEMENTS.contains(word.group(1).toLowerCase(Locale.ROOT))) {
            Words words = JoinWording.notAQuery(word.group(1));
            return Optional.of(new Faults(List.of(new ExpressionFault(
                    ExpressionError.ILLEGAL_SQL,
                    words.detail(),
                    words.suggestion(),
                    sql,
                    sql.codePointCount(0, word.start(1))))));
        }
        return Optional.empty();
    }

    private Outcome judgeTables(SqlNode query) {
        JoinTables tables = JoinTables.of(query);
        for (SqlIdentifier table : tables.tables()) {
            if (!table.isSimple() || !inputs.containsKey(table.getSimple())) {
                Words words = JoinWording.noTable(table.toString(), inputs.keySet());
                fault(words.detail(), words.suggestion(), table.getParserPosition());
            }
        }
        if (tables.tables().isEmpty()) {
            fault("it reads no input", "name the inputs in FROM", query.getParserPosition());
        }
        return faults.isEmpty() ? validated(query, tables) : new Faults(faults);
    }

    private Outcome validated(SqlNode query, JoinTables tables) {
        Map<String, RowType> known = JoinRows.closed(inputs, tables);
        JoinCatalog catalog = JoinCatalog.of(known);
        SqlValidator validator = SqlValidatorUtil.newValidator(
                new JoinOperators(),
                catalog,
                catalog.getTypeFactory(),
                SqlValidator.Config.DEFAULT.withIdentifierExpansion(true).withConformance(JoinDialect.conformance()));
        SqlNode valid;
        try {
            valid = validator.validate(query);
        } catch (CalciteContextException e) {
            String message =
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
            Words words = JoinWording.validator(String.valueOf(message), known);
            return refuse(words.detail(), words.suggestion(), new SqlParserPos(e.getPosLine(), e.getPosColumn()));
        } catch (CalciteException e) {
            Words words = JoinWording.validator(String.valueOf(e.getMessage()), known);
            return refuse(words.detail(), words.suggestion(), query.getParserPosition());
        } catch (RuntimeException | AssertionError e) {
            // The validator has holes for rare constructs; the author's text is at fault for none of ours.
            return refuse(
                    "it holds a construct that cannot be judged", "write it more plainly", query.getParserPosition());
        }
        return outcome(validator, valid, tables, known);
    }

    private Outcome outcome(SqlValidator validator, SqlNode query, JoinTables tables, Map<String, RowType> known) {
        RelDataType type = validator.getValidatedNodeType(query);
        JoinKeys keys = new JoinKeys(validator, identities);
        SqlNode body = query instanceof SqlWith with ? with.body : query;
        SortedSet<String> aliases =
                tables.tables().stream().map(SqlIdentifier::getSimple).collect(Collectors.toCollection(TreeSet::new));
        List<Optional<Origin>> origins = JoinKeys.origins(body, aliases);
        List<OutputColumn> columns = new ArrayList<>();
        for (RelDataTypeField field : type.getFieldList()) {
            Optional<Origin> origin = origins.isEmpty() ? Optional.empty() : origins.get(field.getIndex());
            columns.add(new OutputColumn(column(field, origin, known), origin));
        }
        judgeNames(columns, body);
        if (!faults.isEmpty()) {
            return new Faults(faults);
        }
        boolean open = tables.hasStar()
                && tables.tables().stream()
                        .anyMatch(table -> inputs.get(table.getSimple()).open());
        return new Validated(
                new RowType(columns.stream().map(OutputColumn::column).toList(), open),
                aliases,
                columns,
                body instanceof SqlSelect select && (select.getGroup() != null || validator.isAggregate(select)),
                body instanceof SqlSelect select && select.isDistinct(),
                keys.of(query).filter(identity -> !identity.isEmpty()));
    }

    /** A column passed through keeps its type exactly; only whether it may be null is the query's. */
    private static RowType.Column column(RelDataTypeField field, Optional<Origin> origin, Map<String, RowType> known) {
        Optional<RowType.Column> source =
                origin.flatMap(from -> known.get(from.alias()).column(from.column()));
        Optional<ColumnType> type = source.isPresent() ? source.get().type() : JoinCatalog.columnType(field.getType());
        String name = switch (field.getType().getSqlTypeName()) {
            case ANY -> "dyn";
            default -> field.getType().toString().toLowerCase(Locale.ROOT);
        };
        return new RowType.Column(
                field.getName(),
                type,
                source.map(RowType.Column::nativeType).orElse(name),
                field.getType().isNullable());
    }

    private void judgeNames(List<OutputColumn> columns, SqlNode body) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).column().name();
            SqlParserPos place = body instanceof SqlSelect select
                            && i < select.getSelectList().size()
                    ? select.getSelectList().get(i).getParserPosition()
                    : body.getParserPosition();
            String written = body instanceof SqlSelect select
                    ? JoinKeys.name(select.getSelectList().get(i))
                    : name;
            if (name.startsWith("EXPR$")) {
                fault("output column " + (i + 1) + " has no name", "give it one: `... AS name`", place);
            } else if (!names.add(written)) {
                fault("two output columns are named `" + written + "`", "rename one: `... AS other_name`", place);
            }
        }
    }

    private Outcome tooDeep() {
        return refuse("it is nested too deep", "split it into several steps", SqlParserPos.ZERO);
    }

    private Outcome refuse(String detail, String suggestion, SqlParserPos place) {
        faults.clear();
        fault(detail, suggestion, place);
        return new Faults(faults);
    }

    private void fault(String detail, String suggestion, SqlParserPos place) {
        faults.add(new ExpressionFault(
                ExpressionError.ILLEGAL_SQL,
                detail,
                suggestion,
                sql,
                offset(place.getLineNum(), place.getColumnNum())));
    }

    /** Calcite counts columns in Java chars. */
    private int offset(int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            int end = sql.indexOf('\n', start);
            start = end < 0 ? start : end + 1;
        }
        return sql.codePointCount(0, Math.min(sql.length(), start + Math.max(0, column - 1)));
    }
}
