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
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/** Finds the tables that a query names, as its text has them; and all other names, for open rows. */
final class JoinTables extends SqlBasicVisitor<Void> {
    private final List<SqlIdentifier> named = new ArrayList<>();
    private final List<SqlIdentifier> others = new ArrayList<>();
    private final Set<String> withNames = new HashSet<>();
    private final Map<String, Set<String>> qualifiers = new HashMap<>();

    private JoinTables() {}

    static JoinTables of(SqlNode query) {
        JoinTables tables = new JoinTables();
        query.accept(tables);
        return tables;
    }

    /** Tables of the step, in the order of the text; names of WITH clauses are not among them. */
    List<SqlIdentifier> tables() {
        return named.stream()
                .filter(name -> !(name.isSimple() && withNames.contains(name.getSimple())))
                .toList();
    }

    /** Everything else that is a name: columns, mostly. */
    List<SqlIdentifier> others() {
        return others;
    }

    /** The tables that a qualifier, as in {@code qualifier.column}, may stand for somewhere in the query. */
    Set<String> tablesOf(String qualifier) {
        return qualifiers.getOrDefault(qualifier, Set.of());
    }

    boolean hasStar() {
        return others.stream().anyMatch(SqlIdentifier::isStar);
    }

    @Override
    public Void visit(SqlIdentifier name) {
        others.add(name);
        return null;
    }

    @Override
    public Void visit(SqlCall call) {
        if (call instanceof SqlSelect select) {
            source(select.getFrom());
            for (SqlNode part : select.getOperandList()) {
                if (part != null && part != select.getFrom()) {
                    part.accept(this);
                }
            }
        } else if (call instanceof SqlWithItem item) {
            withNames.add(item.name.getSimple());
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

    private void source(SqlNode node) {
        if (node == null) {
            return;
        }
        if (node instanceof SqlIdentifier name) {
            named.add(name);
            qualify(last(name), name);
        } else if (node instanceof SqlJoin join) {
            source(join.getLeft());
            source(join.getRight());
            if (join.getCondition() != null) {
                join.getCondition().accept(this);
            }
        } else if (node instanceof SqlCall call
                && (call.getKind() == SqlKind.AS
                        || call.getKind() == SqlKind.TABLE_REF
                        || call.getKind() == SqlKind.SNAPSHOT
                        || call.getKind() == SqlKind.LATERAL)) {
            source(call.operand(0));
            if (call.getKind() == SqlKind.AS && call.operand(0) instanceof SqlIdentifier name) {
                qualify(last(call.operand(1)), name);
            }
        } else {
            node.accept(this);
        }
    }

    private void qualify(String qualifier, SqlIdentifier table) {
        qualifiers.computeIfAbsent(qualifier, name -> new HashSet<>()).add(last(table));
    }

    private static String last(SqlIdentifier name) {
        return name.names.get(name.names.size() - 1);
    }
}
