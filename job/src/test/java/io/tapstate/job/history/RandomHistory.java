package io.tapstate.job.history;

import io.tapstate.job.history.History.Statement;
import io.tapstate.job.history.History.Transaction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;

/** Makes the random lives of many small worlds that share a workspace and no value of a key. */
final class RandomHistory {
    private static final int MOST_ROWS = 4;
    private static final int TRIES = 6;

    private final Random random;
    private final List<Table> tables;
    private final Set<Feature> without;
    private final Set<Feature> features = EnumSet.noneOf(Feature.class);
    private final List<World> worlds = new ArrayList<>();
    private final List<Statement> stock = new ArrayList<>();
    private final List<Transaction> transactions = new ArrayList<>();

    /** A history and what it made use of. */
    record Made(History history, Set<Feature> features) {}

    private RandomHistory(long seed, NestWorkspace workspace, Set<Feature> without) {
        this.random = new Random(seed * 0x9E3779B97F4A7C15L + 2);
        this.tables = List.copyOf(workspace.tables());
        this.without = without;
    }

    /**
     * @param transactionsPerWorld on average
     * @param without what it must not make use of
     */
    static Made of(long seed, NestWorkspace workspace, int worlds, int transactionsPerWorld, Set<Feature> without) {
        RandomHistory history = new RandomHistory(seed, workspace, without);
        for (int i = 0; i < worlds; i++) {
            history.stock(new World(i, history.random));
        }
        for (int i = 0; i < worlds * transactionsPerWorld; i++) {
            history.transaction(history.worlds.get(history.random.nextInt(worlds)));
        }
        return new Made(new History(history.stock, history.transactions), history.features);
    }

    private void stock(World world) {
        worlds.add(world);
        for (Table table : tables) {
            int rows = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(MOST_ROWS);
            for (int i = 0; i < rows; i++) {
                BsonDocument row = world.anyRow(table);
                if (world.fits(table, row, null)) {
                    world.rows(table).add(row);
                    stock.add(new Statement(world.number, table, row, false));
                }
            }
        }
    }

    private void transaction(World world) {
        Work work = new Work(world, pick(tables));
        int operations = random.nextInt(4) > 0 ? 1 : 2 + random.nextInt(3);
        if (operations > 1 && !allowed(Feature.LARGE_TRANSACTION)) {
            operations = 1;
        }
        for (int i = 0; i < operations; i++) {
            work.operation();
        }
        if (!work.statements.isEmpty()) {
            if (operations > 1) {
                features.add(Feature.LARGE_TRANSACTION);
            }
            transactions.add(new Transaction(work.source, work.statements));
        }
    }

    private boolean allowed(Feature feature) {
        return !without.contains(feature);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** A transaction being made. */
    private final class Work {
        private final World world;
        private final String source;
        private final List<Table> within;
        private final List<Statement> statements = new ArrayList<>();
        private Table table;

        Work(World world, Table table) {
            this.world = world;
            this.source = table.source;
            this.within =
                    tables.stream().filter(other -> other.source.equals(source)).toList();
        }

        void operation() {
            table = pick(within);
            List<BsonDocument> rows = world.rows(table);
            if (rows.isEmpty() || (rows.size() <= MOST_ROWS && random.nextInt(4) == 0)) {
                insert();
                return;
            }
            BsonDocument row = pick(rows);
            switch (random.nextInt(15)) {
                case 0 -> update(row, Feature.UPDATE, payloads());
                case 1 -> remove(row);
                case 2 -> removeAndInsert(row);
                case 3 -> cascade(row);
                case 4 -> changeIdentity(row);
                case 5 -> changeIdentityCascaded(row);
                case 6, 7, 8 -> update(row, Feature.JOIN_CHANGE, joinColumns());
                case 9 -> nullAndBack(row);
                case 10 -> update(row, Feature.ARRAY_KEY_CHANGE, List.copyOf(table.arrayKeys));
                case 11 -> both(row);
                case 12 -> otherKey(row);
                case 13 -> otherKeyCascaded(row);
                default -> swap(row);
            }
        }

        private List<String> payloads() {
            return table.columns.stream()
                    .filter(column -> column.use() == Column.Use.PAYLOAD)
                    .map(Column::name)
                    .toList();
        }

        /** The columns of one join, without those of the identity. */
        private List<String> joinColumns() {
            return table.joins.isEmpty()
                    ? List.of()
                    : outsideIdentity(pick(table.joins).columns());
        }

        private List<String> outsideIdentity(List<String> columns) {
            return columns.stream()
                    .filter(column -> !table.identity.contains(column))
                    .toList();
        }

        private void insert() {
            for (int i = 0; i < TRIES && allowed(Feature.INSERT); i++) {
                BsonDocument row = world.anyRow(table);
                if (world.fits(table, row, null)) {
                    write(null, row);
                    use(Feature.INSERT);
                    return;
                }
            }
        }

        private boolean update(BsonDocument row, Feature feature, List<String> written) {
            List<String> columns = outsideIdentity(written);
            if (columns.isEmpty() || !allowed(feature)) {
                return false;
            }
            for (int i = 0; i < TRIES; i++) {
                BsonDocument changed = world.with(table, row, columns);
                if (!changed.equals(row) && world.fits(table, changed, row)) {
                    write(row, changed);
                    use(feature);
                    return true;
                }
            }
            return false;
        }

        private void both(BsonDocument row) {
            List<String> joins = joinColumns();
            if (!joins.isEmpty() && !table.arrayKeys.isEmpty()) {
                List<String> columns = new ArrayList<>(joins);
                columns.addAll(table.arrayKeys);
                update(row, Feature.JOIN_AND_ARRAY_KEY_CHANGE, columns);
            }
        }

        private boolean otherKey(BsonDocument row) {
            return !table.uniques.isEmpty() && update(row, Feature.OTHER_KEY_CHANGE, pick(table.uniques));
        }

        private void nullAndBack(BsonDocument row) {
            List<String> columns = joinColumns().stream()
                    .filter(column -> table.column(column).nullable())
                    .toList();
            if (columns.isEmpty() || !allowed(Feature.JOIN_TO_NULL_AND_BACK)) {
                return;
            }
            BsonDocument without = row.clone();
            columns.forEach(column -> without.put(column, BsonNull.VALUE));
            BsonDocument with = world.with(table, row, columns);
            boolean startsNull = row.equals(without);
            BsonDocument other = startsNull ? with : without;
            if (other.equals(row) || !world.fits(table, other, row)) {
                return;
            }
            write(row, other);
            BsonDocument back = startsNull || random.nextBoolean() ? row : with;
            write(other, world.fits(table, back, other) ? back.clone() : row.clone());
            use(Feature.JOIN_TO_NULL_AND_BACK);
        }

        private void remove(BsonDocument row) {
            if (allowed(Feature.DELETE)) {
                write(row, null);
                use(Feature.DELETE);
            }
        }

        private void removeAndInsert(BsonDocument row) {
            if (!allowed(Feature.DELETE_AND_REINSERT)) {
                return;
            }
            List<String> columns = table.names().stream()
                    .filter(column -> random.nextInt(3) == 0)
                    .toList();
            BsonDocument again = world.with(table, row, outsideIdentity(columns));
            write(row, null);
            write(null, world.fits(table, again, null) ? again : row.clone());
            use(Feature.DELETE_AND_REINSERT);
        }

        /** Deletes a row and what joins to it in this source, parents or children first. */
        private void cascade(BsonDocument row) {
            if (!allowed(Feature.DELETE_CASCADED)) {
                return;
            }
            Table parent = table;
            List<Runnable> deletes = new ArrayList<>();
            deletes.add(() -> {
                table = parent;
                write(row, null);
            });
            for (World.Joined joined : world.joined(within, parent, row)) {
                deletes.add(() -> {
                    table = joined.table();
                    if (world.rows(table).contains(joined.row())) {
                        write(joined.row(), null);
                    }
                });
            }
            if (deletes.size() > 1) {
                use(Feature.DELETE_CASCADED);
            }
            if (random.nextBoolean()) {
                Collections.reverse(deletes);
            }
            deletes.forEach(Runnable::run);
        }

        private BsonDocument changeIdentity(BsonDocument row) {
            if (!allowed(Feature.IDENTITY_CHANGE)) {
                return null;
            }
            for (int i = 0; i < TRIES; i++) {
                List<String> columns = random.nextInt(3) == 0 ? new ArrayList<>(table.names()) : table.identity;
                BsonDocument changed = world.with(table, row, columns);
                if (!World.agree(row, changed, table.identity) && world.fits(table, changed, row)) {
                    write(row, null);
                    write(null, changed);
                    use(Feature.IDENTITY_CHANGE);
                    return changed;
                }
            }
            return null;
        }

        private void changeIdentityCascaded(BsonDocument row) {
            if (!allowed(Feature.IDENTITY_CHANGE_CASCADED)) {
                return;
            }
            Table parent = table;
            BsonDocument changed = changeIdentity(row);
            if (changed == null) {
                return;
            }
            follow(parent, row, changed, Feature.IDENTITY_CHANGE_CASCADED);
        }

        /** Another unique key changes, and what joins to it follows. */
        private void otherKeyCascaded(BsonDocument row) {
            Table parent = table;
            if (allowed(Feature.OTHER_KEY_CHANGE_CASCADED) && otherKey(row)) {
                follow(parent, row, world.same(parent, row), Feature.OTHER_KEY_CHANGE_CASCADED);
            }
        }

        private void follow(Table parent, BsonDocument row, BsonDocument changed, Feature feature) {
            for (World.Joined joined : world.joined(within, parent, row)) {
                table = joined.table();
                BsonDocument child = joined.row();
                BsonDocument followed = world.follow(joined, changed);
                boolean here = world.rows(table).stream().anyMatch(one -> one == child);
                if (here && !followed.equals(child) && world.fits(table, followed, child)) {
                    boolean sameRow = World.agree(child, followed, table.identity);
                    if (!sameRow) {
                        write(child, null);
                    }
                    write(sameRow ? child : null, followed);
                    use(feature);
                }
            }
        }

        /** Two rows exchange what is unique of them: through a free value, or holding one value for a moment. */
        private void swap(BsonDocument row) {
            List<List<String>> uniques = new ArrayList<>(table.uniques);
            uniques.addAll(table.nullableUniques);
            List<BsonDocument> rows = world.rows(table);
            if (uniques.isEmpty() || rows.size() < 2) {
                return;
            }
            List<String> unique = outsideIdentity(pick(uniques));
            BsonDocument other = pick(rows);
            BsonDocument left = exchanged(row, other, unique);
            BsonDocument right = exchanged(other, row, unique);
            if (other == row || left.equals(row)) {
                return;
            }
            boolean deferred = random.nextInt(3) == 0;
            Feature feature = deferred ? Feature.KEY_SWAP_DEFERRED : Feature.KEY_SWAP;
            BsonDocument aside = world.with(table, row, unique);
            boolean free = !World.agree(row, aside, unique) && world.fits(table, aside, row);
            if (!allowed(feature) || !(deferred || free) || !swappable(row, other, left, right)) {
                return;
            }
            if (deferred) {
                write(row, left);
                write(other, right);
            } else {
                write(row, aside);
                write(other, right);
                write(aside, left);
            }
            use(feature);
        }

        private boolean swappable(BsonDocument row, BsonDocument other, BsonDocument left, BsonDocument right) {
            List<BsonDocument> rows = world.rows(table);
            List<BsonDocument> rest = new ArrayList<>(rows);
            rest.removeIf(one -> one == row || one == other);
            List<List<String>> constraints = table.constraints();
            for (List<String> unique : constraints) {
                if (World.agree(left, right, unique)) {
                    return false;
                }
                for (BsonDocument one : rest) {
                    if (World.agree(one, left, unique) || World.agree(one, right, unique)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private static BsonDocument exchanged(BsonDocument row, BsonDocument other, List<String> columns) {
            BsonDocument result = row.clone();
            columns.forEach(column -> result.put(column, other.get(column)));
            return result;
        }

        /** One statement: a row instead of another. */
        private void write(BsonDocument old, BsonDocument row) {
            List<BsonDocument> rows = world.rows(table);
            if (old != null) {
                rows.removeIf(one -> one == old);
            }
            if (row != null) {
                rows.add(row);
            }
            statements.add(new Statement(world.number, table, row == null ? old : row, row == null));
        }

        private void use(Feature feature) {
            features.add(feature);
        }
    }
}
