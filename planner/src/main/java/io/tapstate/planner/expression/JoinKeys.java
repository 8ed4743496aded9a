package io.tapstate.planner.expression;

import io.tapstate.planner.expression.JoinQuery.Origin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.util.Litmus;

/**
 * What identifies the rows of a validated query, and where its columns come from. A join keeps its driving side's key when
 * the other side meets it at most once, which is so when the other side's whole key is equated; else both keys together
 * identify a row.
 */
final class JoinKeys {
    /** A column of one use of a table or subquery within a FROM. */
    private record Ref(String relation, String column) {}

    /** @param key empty when nothing identifies a row */
    private record Relation(Set<String> names, Optional<List<Ref>> key) {}

    private final SqlValidator validator;
    private final Map<String, List<String>> identities;
    private final Map<String, SqlWithItem> withItems = new HashMap<>();

    /** @param validator the one that validated the query: its identifiers are fully qualified */
    JoinKeys(SqlValidator validator, Map<String, List<String>> identities) {
        this.validator = validator;
        this.identities = identities;
    }

    /** Names of output columns; empty when the query publishes no identity. */
    Optional<List<String>> of(SqlNode query) {
        if (query instanceof SqlWith with) {
            with.withList.forEach(item -> withItems.put(((SqlWithItem) item).name.getSimple(), (SqlWithItem) item));
            return of(with.body);
        }
        if (query instanceof SqlOrderBy ordered) {
            return of(ordered.query);
        }
        if (query instanceof SqlSelect select) {
            return of(select);
        }
        return switch (query.getKind()) {
            // These fold equal rows, unless they say ALL.
            case UNION, INTERSECT, EXCEPT ->
                ((SqlCall) query).getOperator().getName().contains("ALL")
                        ? Optional.empty()
                        : Optional.of(validator.getValidatedNodeType(query).getFieldNames());
            default -> Optional.empty();
        };
    }

    private Optional<List<String>> of(SqlSelect select) {
        List<String> names = names(select);
        if (select.isDistinct()) {
            return Optional.of(names);
        }
        if (select.getGroup() != null) {
            return grouped(select, names);
        }
        if (validator.isAggregate(select) || select.getFrom() == null) {
            return Optional.empty();
        }
        Equalities where = Equalities.of(select.getWhere());
        return relation(select.getFrom(), where).key().flatMap(key -> published(select, names, key, where));
    }

    private static List<String> names(SqlSelect select) {
        return select.getSelectList().stream().map(JoinKeys::name).toList();
    }

    static String name(SqlNode item) {
        SqlNode named = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(1) : item;
        return named instanceof SqlIdentifier name ? name.names.get(name.names.size() - 1) : "";
    }

    private static Optional<List<String>> grouped(SqlSelect select, List<String> names) {
        List<String> key = new ArrayList<>();
        for (SqlNode group : select.getGroup()) {
            int place = place(select.getSelectList(), group);
            if (place < 0) {
                return Optional.empty();
            }
            key.add(names.get(place));
        }
        return key.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(key));
    }

    private static int place(SqlNodeList items, SqlNode expression) {
        for (int i = 0; i < items.size(); i++) {
            if (expression.equalsDeep(value(items.get(i)), Litmus.IGNORE)) {
                return i;
            }
        }
        return -1;
    }

    private static SqlNode value(SqlNode item) {
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }

    private static Optional<Ref> ref(SqlNode node) {
        return node instanceof SqlIdentifier name && name.names.size() == 2 && !name.isStar()
                ? Optional.of(new Ref(name.names.get(0), name.names.get(1)))
                : Optional.empty();
    }

    /** The key by the names under which it comes out, itself or what it always equals. */
    private static Optional<List<String>> published(
            SqlSelect select, List<String> names, List<Ref> key, Equalities where) {
        Map<Ref, String> out = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            ref(value(select.getSelectList().get(i))).ifPresent(ref -> out.putIfAbsent(ref, name));
        }
        Equalities always = where.and(innerEqualities(select.getFrom()));
        Set<String> published = new LinkedHashSet<>();
        for (Ref ref : key) {
            Optional<String> name = always.sameAs(ref).stream()
                    .filter(out::containsKey)
                    .map(out::get)
                    .findFirst();
            if (name.isEmpty()) {
                return Optional.empty();
            }
            published.add(name.get());
        }
        return Optional.of(List.copyOf(published));
    }

    private static Equalities innerEqualities(SqlNode from) {
        if (!(from instanceof SqlJoin join)
                || join.getJoinType() == JoinType.LEFT
                || join.getJoinType() == JoinType.RIGHT
                || join.getJoinType() == JoinType.FULL) {
            return Equalities.NONE;
        }
        return Equalities.of(join.getConditionType() == JoinConditionType.ON ? join.getCondition() : null)
                .and(innerEqualities(join.getLeft()))
                .and(innerEqualities(join.getRight()));
    }

    private Relation relation(SqlNode from, Equalities where) {
        if (from instanceof SqlJoin join) {
            return joined(join, where);
        }
        SqlNode inner = from;
        String name = "";
        if (from.getKind() == SqlKind.AS) {
            SqlCall renamed = (SqlCall) from;
            inner = renamed.operand(0);
            name = ((SqlIdentifier) renamed.operand(1)).getSimple();
            if (renamed.operandCount() > 2) {
                return new Relation(Set.of(name), Optional.empty());
            }
        }
        if (inner.getKind() == SqlKind.TABLE_REF || inner.getKind() == SqlKind.SNAPSHOT) {
            inner = ((SqlCall) inner).operand(0);
        }
        if (inner instanceof SqlIdentifier table) {
            String own = table.names.get(table.names.size() - 1);
            return leaf(name.isEmpty() ? own : name, table(own));
        }
        return leaf(name, inner.isA(SqlKind.QUERY) ? of(inner) : Optional.empty());
    }

    private Optional<List<String>> table(String name) {
        SqlWithItem item = withItems.get(name);
        if (item == null) {
            return Optional.ofNullable(identities.get(name)).filter(identity -> !identity.isEmpty());
        }
        // A recursive WITH must not be followed for ever.
        withItems.remove(name);
        Optional<List<String>> key = item.columnList == null ? of(item.query) : Optional.empty();
        withItems.put(name, item);
        return key;
    }

    private static Relation leaf(String name, Optional<List<String>> key) {
        return new Relation(
                Set.of(name),
                key.map(columns ->
                        columns.stream().map(column -> new Ref(name, column)).toList()));
    }

    private Relation joined(SqlJoin join, Equalities where) {
        Relation left = relation(join.getLeft(), where);
        Relation right = relation(join.getRight(), where);
        Equalities on = condition(join, left, right);
        boolean inner = join.getJoinType() == JoinType.INNER
                || join.getJoinType() == JoinType.COMMA
                || join.getJoinType() == JoinType.CROSS;
        Equalities all = inner ? on.and(where) : on;
        boolean oneRight = right.key().map(key -> all.bind(key, left.names())).orElse(false);
        boolean oneLeft = left.key().map(key -> all.bind(key, right.names())).orElse(false);
        Set<String> names = new HashSet<>(left.names());
        names.addAll(right.names());
        Optional<List<Ref>> both = left.key()
                .flatMap(mine -> right.key().map(other -> {
                    List<Ref> refs = new ArrayList<>(mine);
                    refs.addAll(other);
                    return refs;
                }));
        Optional<List<Ref>> key = switch (join.getJoinType()) {
            case LEFT_SEMI_JOIN -> left.key();
            case LEFT -> oneRight ? left.key() : both;
            case RIGHT -> oneLeft ? right.key() : both;
            case FULL -> both;
            default -> oneRight ? left.key() : oneLeft ? right.key() : both;
        };
        return new Relation(names, key);
    }

    private static Equalities condition(SqlJoin join, Relation left, Relation right) {
        if (join.getConditionType() == JoinConditionType.USING
                && left.names().size() == 1
                && right.names().size() == 1) {
            Equalities equalities = new Equalities();
            for (SqlNode column : (SqlNodeList) join.getCondition()) {
                String name = ((SqlIdentifier) column).getSimple();
                equalities.add(
                        new Ref(left.names().iterator().next(), name),
                        new Ref(right.names().iterator().next(), name));
            }
            return equalities;
        }
        return Equalities.of(join.getConditionType() == JoinConditionType.ON ? join.getCondition() : null);
    }

    /**
     * Where each column of the outermost select comes from.
     *
     * @param inputs what counts as an input: not the names of WITH clauses
     */
    static List<Optional<Origin>> origins(SqlNode query, Set<String> inputs) {
        if (!(query instanceof SqlSelect select)) {
            return List.of();
        }
        Map<String, String> aliases = new HashMap<>();
        if (select.getFrom() != null) {
            collect(select.getFrom(), aliases);
        }
        return select.getSelectList().stream()
                .map(item -> ref(value(item))
                        .filter(ref -> aliases.containsKey(ref.relation()))
                        .map(ref -> new Origin(ref.relation(), aliases.get(ref.relation()), ref.column()))
                        .filter(origin -> inputs.contains(origin.alias())))
                .toList();
    }

    private static void collect(SqlNode from, Map<String, String> aliases) {
        if (from instanceof SqlJoin join) {
            collect(join.getLeft(), aliases);
            collect(join.getRight(), aliases);
        } else if (from instanceof SqlIdentifier table) {
            aliases.put(table.names.get(table.names.size() - 1), table.names.get(table.names.size() - 1));
        } else if (from.getKind() == SqlKind.AS && ((SqlCall) from).operandCount() == 2) {
            SqlNode inner = ((SqlCall) from).operand(0);
            if (inner.getKind() == SqlKind.TABLE_REF) {
                inner = ((SqlCall) inner).operand(0);
            }
            if (inner instanceof SqlIdentifier table) {
                aliases.put(
                        ((SqlIdentifier) ((SqlCall) from).operand(1)).getSimple(),
                        table.names.get(table.names.size() - 1));
            }
        }
    }

    /** What the conjuncts of a condition equate. */
    private static final class Equalities {
        static final Equalities NONE = new Equalities();

        private final Map<Ref, Set<Ref>> equal = new LinkedHashMap<>();
        private final Set<Ref> constant = new HashSet<>();

        static Equalities of(SqlNode condition) {
            Equalities equalities = new Equalities();
            List<SqlNode> open = new ArrayList<>();
            if (condition != null) {
                open.add(condition);
            }
            while (!open.isEmpty()) {
                SqlNode node = open.remove(open.size() - 1);
                if (node.getKind() == SqlKind.AND) {
                    open.addAll(((SqlCall) node).getOperandList());
                } else if (node.getKind() == SqlKind.EQUALS) {
                    equalities.add(((SqlCall) node).operand(0), ((SqlCall) node).operand(1));
                }
            }
            return equalities;
        }

        private void add(SqlNode one, SqlNode other) {
            Optional<Ref> left = ref(one);
            Optional<Ref> right = ref(other);
            if (left.isPresent() && right.isPresent()) {
                add(left.get(), right.get());
            } else if (other instanceof SqlLiteral) {
                left.ifPresent(constant::add);
            } else if (one instanceof SqlLiteral) {
                right.ifPresent(constant::add);
            }
        }

        void add(Ref one, Ref other) {
            equal.computeIfAbsent(one, ref -> new LinkedHashSet<>()).add(other);
            equal.computeIfAbsent(other, ref -> new LinkedHashSet<>()).add(one);
        }

        Equalities and(Equalities more) {
            Equalities both = new Equalities();
            for (Equalities part : List.of(this, more)) {
                part.equal.forEach((ref, others) -> others.forEach(other -> both.add(ref, other)));
                both.constant.addAll(part.constant);
            }
            return both;
        }

        /** Whether each of these columns has one value per row of those relations. */
        boolean bind(List<Ref> key, Set<String> relations) {
            return key.stream()
                    .allMatch(ref -> constant.contains(ref)
                            || sameAs(ref).stream().anyMatch(other -> relations.contains(other.relation())));
        }

        /** Itself first. */
        Set<Ref> sameAs(Ref ref) {
            Set<Ref> same = new LinkedHashSet<>(Set.of(ref));
            List<Ref> open = new ArrayList<>(same);
            while (!open.isEmpty()) {
                for (Ref other : equal.getOrDefault(open.remove(open.size() - 1), Set.of())) {
                    if (same.add(other)) {
                        open.add(other);
                    }
                }
            }
            return same;
        }
    }
}
