package io.tapstate.job.history;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;

/**
 * What happens to the tables of a workspace. Statements say what a row is from then on, not what changes, so that any
 * part of a history is one too.
 *
 * @param stock the rows that snapshots find
 * @param transactions in the order of their commits
 */
record History(List<Statement> stock, List<Transaction> transactions) {
    /**
     * Writes a row, or deletes the one of the same identity.
     *
     * @param row whole; of a delete too
     */
    record Statement(int world, Table table, BsonDocument row, boolean delete) {
        @Override
        public String toString() {
            return (delete ? "delete " : "write ") + table + " " + row.toJson();
        }
    }

    /** Statements on tables of one source. */
    record Transaction(String source, List<Statement> statements) {}

    /** Every statement of it. */
    List<Statement> statements() {
        List<Statement> all = new ArrayList<>(stock);
        transactions.forEach(transaction -> all.addAll(transaction.statements()));
        return all;
    }

    /** The part of it that holds only some statements; transactions left empty are gone. */
    History only(Predicate<Statement> kept) {
        List<Transaction> parts = new ArrayList<>();
        for (Transaction transaction : transactions) {
            List<Statement> left = transaction.statements().stream().filter(kept).toList();
            if (!left.isEmpty()) {
                parts.add(new Transaction(transaction.source(), left));
            }
        }
        return new History(stock.stream().filter(kept).toList(), parts);
    }
}
