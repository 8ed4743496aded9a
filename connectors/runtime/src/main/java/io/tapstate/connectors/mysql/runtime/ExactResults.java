package io.tapstate.connectors.mysql.runtime;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.exceptions.ExceptionFactory;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.result.ResultSetImpl;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.result.Field;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * Gives the library what it expects of results. Columns have its names for them, see {@link DoubledTicks}.
 *
 * <p>Makes {@code getObject} of dates and times the text of {@link TemporalText}. The driver's own objects have no zero dates
 * and no sign on a time of less than an hour, and pass through the zone of the JVM.
 *
 * <p>The driver makes the instance by the name of the class, one for each connection.
 */
public final class ExactResults implements QueryInterceptor {
    private JdbcConnection connection;

    @Override
    public QueryInterceptor init(MysqlConnection owner, Properties properties, Log log) {
        connection = (JdbcConnection) owner;
        return this;
    }

    @Override
    public <T extends Resultset> T preProcess(Supplier<String> sql, Query query) {
        return null;
    }

    @Override
    public boolean executeTopLevelOnly() {
        return false;
    }

    @Override
    public void destroy() {
        // Holds nothing but the connection.
    }

    @Override
    @SuppressWarnings("unchecked") // what comes back takes the place of what came in
    public <T extends Resultset> T postProcess(Supplier<String> sql, Query query, T original, ServerSession session) {
        if (original instanceof ResultSetImpl rows && rows.hasRows() && Rows.needed(rows)) {
            try {
                return (T) new Rows(rows, connection);
            } catch (SQLException e) {
                throw ExceptionFactory.createException(e.getMessage(), e);
            }
        }
        return null;
    }

    private enum Form {
        DATE,
        TIME,
        DATE_TIME,
        OTHER;

        static Form of(Field field) {
            return switch (field.getMysqlType()) {
                case DATE -> DATE;
                case TIME -> TIME;
                case DATETIME, TIMESTAMP -> DATE_TIME;
                default -> OTHER;
            };
        }
    }

    private static final class Rows extends ResultSetImpl {
        private final Form[] forms;

        Rows(ResultSetImpl original, JdbcConnection connection) throws SQLException {
            super(original.getRows(), connection, original.getOwningStatement());
            Field[] fields = original.getColumnDefinition().getFields();
            forms = new Form[fields.length];
            for (int i = 0; i < fields.length; i++) {
                forms[i] = Form.of(fields[i]);
            }
        }

        static boolean needed(ResultSetImpl rows) {
            for (Field field : rows.getColumnDefinition().getFields()) {
                if (Form.of(field) != Form.OTHER || field.getName().indexOf('`') >= 0) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public ResultSetMetaData getMetaData() throws SQLException {
            Field[] fields = getColumnDefinition().getFields();
            return new com.mysql.cj.jdbc.result.ResultSetMetaData(session, fields, false, false, null) {
                @Override
                public String getColumnName(int column) throws SQLException {
                    return DoubledTicks.of(super.getColumnName(column));
                }
            };
        }

        @Override
        public Object getObject(int column) throws SQLException {
            checkRowPos();
            checkColumnBounds(column);
            Form form = forms[column - 1];
            if (form == Form.OTHER) {
                return super.getObject(column);
            }
            byte[] sent = thisRow.getBytes(column - 1);
            if (sent == null) {
                return null;
            }
            if (!((com.mysql.cj.protocol.ResultsetRow) thisRow).isBinaryEncoded()) {
                return TemporalText.ofText(sent);
            }
            return switch (form) {
                case DATE -> TemporalText.dateOfBinary(sent);
                case TIME -> TemporalText.timeOfBinary(sent);
                default -> TemporalText.dateTimeOfBinary(sent);
            };
        }
    }
}
