package io.tapstate.job.history;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.ColumnType;
import io.tapstate.job.history.History.Statement;
import io.tapstate.job.history.History.Transaction;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * Makes of a history one that real tables can hold and give back exactly: every decimal has its column's digits, and
 * where a MySQL server takes part, instants are late enough for it. Some texts of PostgreSQL become so long that they
 * are stored apart from their row; only where the log has whole rows, because elsewhere a job stops at an update that
 * leaves them as they are.
 */
final class RealValues {
    /** Digits after the point of every decimal column. */
    static final int SCALE = 2;

    /** MySQL's instants begin in 1970; made ones begin a little earlier. */
    private static final long LATER = 1_000_000_000L;

    private static final String LONG = "-0123456789".repeat(250);

    private final NestWorkspace workspace;
    private final boolean mysql;

    private RealValues(NestWorkspace workspace) {
        this.workspace = workspace;
        this.mysql = workspace.tables().stream()
                .anyMatch(table -> workspace.connectors().get(table.source).equals("mysql"));
    }

    static HistoryCase of(HistoryCase made) {
        RealValues values = new RealValues(made.workspace());
        List<Transaction> transactions = new ArrayList<>();
        for (Transaction transaction : made.history().transactions()) {
            transactions.add(new Transaction(
                    transaction.source(),
                    transaction.statements().stream().map(values::of).toList()));
        }
        List<Statement> stock = made.history().stock().stream().map(values::of).toList();
        return made.with(made.workspace(), made.plan(), new History(stock, transactions));
    }

    private Statement of(Statement statement) {
        BsonDocument row = new BsonDocument();
        statement.row().forEach((name, value) -> row.put(name, of(statement.table(), name, value)));
        return new Statement(statement.world(), statement.table(), row, statement.delete());
    }

    private BsonValue of(Table table, String name, BsonValue value) {
        Column column = table.column(name);
        if (value.isDecimal128()) {
            return new BsonDecimal128(new Decimal128(
                    value.asDecimal128().getValue().bigDecimalValue().setScale(SCALE, RoundingMode.UNNECESSARY)));
        }
        if (value.isDateTime() && column.type() == ColumnType.TIMESTAMP && mysql) {
            return new BsonDateTime(value.asDateTime().getValue() + LATER);
        }
        if (value.isString() && column.use() == Column.Use.PAYLOAD && isLong(table)) {
            return new BsonString(value.asString().getValue() + LONG);
        }
        return value;
    }

    private boolean isLong(Table table) {
        boolean postgres = workspace.connectors().get(table.source).equals("postgres");
        return postgres && table.image == BeforeImage.FULL && table.id.name().hashCode() % 2 == 0;
    }
}
