package io.tapstate.planner.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds the tables that a query names, as its text has them; and all other names with their surroundings, for open rows. */
final class JoinTables extends SqlBasicVisitor<Void> {
    /**
     * What one SELECT reads from.
     *
     * @param tables named in its FROM
     * @param given names of columns that its subqueries and WITH clauses give
     * @param outer null for the outermost
     */
    record Scope(List<String> tables, Set<String> given, Scope outer) {}

    /** @param scope null outside of every SELECT */
    record Name(SqlIdentifier identifier, Scope scope) {}

    private final List<SqlIdentifier> named = new ArrayList<>();
    private final List<Name> others = new ArrayList<>();
    private final Map<String, Set<String>> withNames = new HashMap<>();
    private final Map<String, Set<String>> qualifiers = new HashMap<>();
    private Scope scope;

    private JoinTables() {}

    static JoinTables of(SqlNode query) {
        JoinTables tables = new JoinTables();
        query.accept(tables);
        return tables;
    }

    /** Tables of the step, in the order of the text; names of WITH clauses are not among them. */
    List<SqlIdentifier> tables() {
        return named.stream()
                .filter(name -> !(name.isSimple() && withNames.containsKey(name.getSimple())))
                .toList();
    }

    /** Everything else that is a name: columns, mostly. */
    List<Name> others() {
        return others;
    }

    /** The tables that a qualifier, as in {@code qualifier.column}, may stand for somewhere in the query. */
    Set<String> tablesOf(String qualifier) {
        return qualifiers.getOrDefault(qualifier, Set.of());
    }

    boolean hasStar() {
        return others.stream().anyMatch(name -> name.identifier().isStar());
    }

    @Override
    public Void visit(SqlIdentifier name) {
        others.add(new Name(name, scope));
        return null;
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            select(select, List.of());
        } else if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select) {
            select(select, ordered.orderList);
        } else if (call instanceof SqlWith with) {
            with.withList.accept(this);
            with.body.accept(this);
        } else if (call instanceof SqlWithItem item) {
            Set<String> columns = item.columnList == null ? given(item.query) : new HashSet<>();
            if (item.columnList != null) {
                item.columnList.forEach(column -> columns.add(last((SqlIdentifier) column)));
            }
            withNames.put(item.name.getSimple(), columns);
            item.query.accept(this);
        } else if (call.getKind() == SqlKind.EXPLICIT_TABLE) {
            source(call.operand(0));
        } else if (call.getKind() == SqlKind.AS) {
            // The second operand is a new name, not one that must exist.
            call.operand(0).accept(this);
        } else {
            super.visit(call);
        }
        return null;
    }

    /** @param order what stands behind the SELECT and may use the names that it makes */
    private void select(SqlSelect select, List<SqlNode> order) {
        Scope outer = scope;
        scope = new Scope(new ArrayList<>(), new HashSet<>(), outer);
        source(select.getFrom());
        for (SqlNode part : select.getOperandList()) {
            if (part != null && part != select.getFrom()) {
                part.accept(this);
            }
        }
        Set<String> made = new HashSet<>(scope.given());
        made.addAll(given(select));
        scope = new Scope(scope.tables(), made, outer);
        order.forEach(item -> item.accept(this));
        scope = outer;
    }

    private void source(SqlNode node) {
        if (node == null) {
            return;
        }
        if (node instanceof SqlIdentifier name) {
            table(name, last(name));
        } else if (node instanceof SqlJoin join) {
            source(join.getLeft());
            source(join.getRight());
            if (join.getCondition() != null) {
                join.getCondition().accept(this);
            }
        } else if (node.getKind() == SqlKind.AS) {
            SqlCall renamed = (SqlCall) node;
            if (renamed.operand(0) instanceof SqlIdentifier name) {
                table(name, last(renamed.operand(1)));
            } else {
                source(renamed.operand(0));
            }
            // The columns' new names, where the alias lists them.
            renamed.getOperandList().stream().skip(2).forEach(column -> give(Set.of(last((SqlIdentifier) column))));
        } else if (node.getKind() == SqlKind.TABLE_REF
                || node.getKind() == SqlKind.SNAPSHOT
                || node.getKind() == SqlKind.LATERAL) {
            source(((SqlCall) node).operand(0));
        } else {
            give(given(node));
            node.accept(this);
        }
    }

    private void table(SqlIdentifier name, String qualifier) {
        named.add(name);
        qualifiers.computeIfAbsent(qualifier, any -> new HashSet<>()).add(last(name));
        if (withNames.containsKey(last(name))) {
            give(withNames.get(last(name)));
        } else if (scope != null) {
            scope.tables().add(last(name));
        }
    }

    private void give(Set<String> columns) {
        if (scope != null) {
            scope.given().addAll(columns);
        }
    }

    /** The names of a query's output columns, as far as they are written out. */
    private static Set<String> given(SqlNode query) {
        Set<String> names = new HashSet<>();
        if (query instanceof SqlSelect select) {
            select.getSelectList().forEach(item -> names.add(JoinKeys.name(item)));
        } else if (query instanceof SqlWith with) {
            return given(with.body);
        } else if (query instanceof SqlOrderBy ordered) {
            return given(ordered.query);
        } else if (query.isA(SqlKind.SET_QUERY)) {
            return given(((SqlCall) query).operand(0));
        }
        return names;
    }

    private static String last(SqlNode name) {
        SqlIdentifier identifier = (SqlIdentifier) name;
        return identifier.names.get(identifier.names.size() - 1);
    }
}
