package io.tapstate.planner.expression;

import io.tapstate.planner.expression.JoinQuery.Origin;
import io.tapstate.planner.expression.JoinQuery.OutputColumn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Which columns a query computes with and which it only passes on, by name: columns of one name in several tables are
 * judged alike, and what cannot be told is computed with.
 */
final class JoinUses extends SqlBasicVisitor<Void> {
    private final String sql;
    private final SqlNode query;
    private final JoinTables tables;
    private final Set<String> named = new HashSet<>();
    private final Set<String> computed = new HashSet<>();
    /** New name to the names of the columns passed on under it. */
    private final Map<String, Set<String>> passed = new HashMap<>();

    private boolean everyColumn;
    private boolean star;
    private boolean innerStar;
    private boolean natural;

    private JoinUses(String sql, SqlNode query) {
        this.sql = sql;
        this.query = query;
        this.tables = JoinTables.of(query);
    }

    static JoinUses of(SqlNode query, String sql) {
        JoinUses uses = new JoinUses(sql, query);
        uses.query(query, false);
        List<String> open = new ArrayList<>(uses.computed);
        while (!open.isEmpty()) {
            for (String source : uses.passed.getOrDefault(open.remove(open.size() - 1), Set.of())) {
                if (uses.computed.add(source)) {
                    open.add(source);
                }
            }
        }
        return uses;
    }

    JoinTables tables() {
        return tables;
    }

    boolean reads(String column) {
        return star || named.contains(column);
    }

    boolean computedOn(String column) {
        return everyColumn || computed.contains(column);
    }

    /**
     * The text with other names for columns that the outermost SELECT passes on; empty where it is too involved.
     *
     * @param columns what the SELECT gives, each star resolved
     * @param others the columns to name otherwise
     */
    Optional<String> rewritten(List<OutputColumn> columns, Set<Origin> others, UnaryOperator<String> name) {
        SqlNode body = query instanceof SqlOrderBy ordered ? ordered.query : query;
        body = body instanceof SqlWith with ? with.body : body;
        body = body instanceof SqlOrderBy ordered ? ordered.query : body;
        if (!(body instanceof SqlSelect select)
                || select.isDistinct()
                || select.getGroup() != null
                || natural
                || innerStar
                || everyColumn) {
            return Optional.empty();
        }
        boolean stars = select.getSelectList().stream().anyMatch(JoinUses::isStar);
        return stars
                ? spelledOut(select, columns, others, name)
                : Optional.of(itemByItem(select, columns, others, name));
    }

    private String itemByItem(
            SqlSelect select, List<OutputColumn> columns, Set<Origin> others, UnaryOperator<String> name) {
        record Piece(int start, int end, String text) {}
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Optional<Origin> origin = columns.get(i).origin().filter(others::contains);
            if (origin.isPresent()) {
                SqlNode item = select.getSelectList().get(i);
                boolean renamed = item.getKind() == SqlKind.AS;
                SqlParserPos place = (renamed ? ((SqlCall) item).operand(0) : item).getParserPosition();
                String text = column(origin.get(), name);
                int end = offset(place.getEndLineNum(), place.getEndColumnNum()) + 1;
                pieces.add(new Piece(
                        offset(place.getLineNum(), place.getColumnNum()),
                        end,
                        renamed
                                ? text
                                : text + " AS " + quoted(columns.get(i).column().name())));
            }
        }
        pieces.sort(Comparator.comparingInt(Piece::start).reversed());
        StringBuilder text = new StringBuilder(sql);
        pieces.forEach(piece -> text.replace(piece.start(), piece.end(), piece.text()));
        return text.toString();
    }

    /** A star would give the other names too; so where one stands, every item must be a plain column. */
    private Optional<String> spelledOut(
            SqlSelect select, List<OutputColumn> columns, Set<Origin> others, UnaryOperator<String> name) {
        List<String> items = new ArrayList<>();
        for (OutputColumn column : columns) {
            if (column.origin().isEmpty()) {
                return Optional.empty();
            }
            Origin origin = column.origin().get();
            UnaryOperator<String> named = others.contains(origin) ? name : UnaryOperator.identity();
            items.add(column(origin, named) + " AS " + quoted(column.column().name()));
        }
        SqlParserPos first = select.getSelectList().get(0).getParserPosition();
        SqlParserPos last =
                select.getSelectList().get(select.getSelectList().size() - 1).getParserPosition();
        return Optional.of(new StringBuilder(sql)
                .replace(
                        offset(first.getLineNum(), first.getColumnNum()),
                        offset(last.getEndLineNum(), last.getEndColumnNum()) + 1,
                        String.join(", ", items))
                .toString());
    }

    private static String column(Origin origin, UnaryOperator<String> name) {
        return quoted(origin.relation()) + "." + quoted(name.apply(origin.column()));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private int offset(int line, int column) {
        int start = 0;
        for (int i = 1; i < line; i++) {
            start = sql.indexOf('\n', start) + 1;
        }
        return start + column - 1;
    }

    /** @param compared whether rows that come out are compared with others, all their columns therefore read */
    private void query(SqlNode node, boolean compared) {
        if (node instanceof SqlSelect select) {
            select(select, compared);
        } else if (node instanceof SqlOrderBy ordered) {
            query(ordered.query, compared);
            ordered.orderList.accept(this);
        } else if (node instanceof SqlWith with) {
            with.withList.forEach(item -> query(((SqlWithItem) item).query, ((SqlWithItem) item).columnList != null));
            query(with.body, compared);
        } else if (node.isA(SqlKind.SET_QUERY)) {
            ((SqlCall) node).getOperandList().forEach(operand -> query(operand, true));
        } else {
            everyColumn = true;
            node.accept(this);
        }
    }

    private void select(SqlSelect select, boolean compared) {
        boolean reads = compared || select.isDistinct() || select.getGroup() != null;
        for (SqlNode item : select.getSelectList()) {
            SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
            if (isStar(item)) {
                star = true;
                innerStar |= select != outermost();
                everyColumn |= reads;
            } else if (value instanceof SqlIdentifier column && !reads) {
                named.add(last(column));
                passed.computeIfAbsent(JoinKeys.name(item), any -> new HashSet<>())
                        .add(last(column));
            } else {
                value.accept(this);
            }
        }
        from(select.getFrom());
        for (SqlNode part : select.getOperandList()) {
            if (part != null && part != select.getFrom() && part != select.getSelectList()) {
                part.accept(this);
            }
        }
    }

    private SqlNode outermost() {
        SqlNode body = query instanceof SqlOrderBy ordered ? ordered.query : query;
        body = body instanceof SqlWith with ? with.body : body;
        return body instanceof SqlOrderBy ordered ? ordered.query : body;
    }

    private void from(SqlNode node) {
        if (node == null || node instanceof SqlIdentifier) {
            return;
        }
        if (node instanceof SqlJoin join) {
            from(join.getLeft());
            from(join.getRight());
            if (join.isNatural()) {
                natural = true;
                everyColumn = true;
                star = true;
            }
            if (join.getConditionType() != JoinConditionType.NONE) {
                join.getCondition().accept(this);
            }
        } else if (node.getKind() == SqlKind.AS) {
            SqlCall renamed = (SqlCall) node;
            boolean columnsRenamed = renamed.operandCount() > 2;
            everyColumn |= columnsRenamed;
            star |= columnsRenamed;
            innerStar |= columnsRenamed;
            from(renamed.operand(0));
        } else if (node.isA(SqlKind.QUERY)) {
            query(node, false);
        } else {
            // What a rarer table expression reads is not known; it reads everything.
            everyColumn = true;
            star = true;
            node.accept(this);
        }
    }

    @Override
    public Void visit(SqlCall call) {
        if (call.isA(SqlKind.QUERY)) {
            query(call, true);
            return null;
        }
        if (call.getKind() == SqlKind.AS) {
            return call.operand(0).accept(this);
        }
        if (call.getKind() == SqlKind.COUNT && call.operandCount() == 1 && isStar(call.operand(0))) {
            return null;
        }
        return super.visit(call);
    }

    @Override
    public Void visit(SqlIdentifier name) {
        if (name.isStar()) {
            star = true;
            innerStar = true;
            everyColumn = true;
        } else {
            // A field of a nested value counts as its column: either may be meant.
            named.addAll(name.names);
            computed.addAll(name.names);
        }
        return null;
    }

    private static boolean isStar(SqlNode node) {
        return node instanceof SqlIdentifier name && name.isStar();
    }

    private static String last(SqlIdentifier name) {
        return name.names.get(name.names.size() - 1);
    }
}
