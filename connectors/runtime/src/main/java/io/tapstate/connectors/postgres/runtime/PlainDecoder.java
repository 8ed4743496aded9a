package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.PostgresSchema;
import io.debezium.connector.postgresql.TypeRegistry;
import io.debezium.connector.postgresql.connection.MessageDecoderContext;
import io.debezium.connector.postgresql.connection.PostgresConnection;
import io.debezium.connector.postgresql.connection.PostgresReplicationConnection;
import io.debezium.connector.postgresql.connection.ReplicationStream.ReplicationMessageProcessor;
import io.debezium.connector.postgresql.connection.pgoutput.PgOutputMessageDecoder;
import io.debezium.relational.Column;
import io.debezium.relational.TableId;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The library's decoder of the log, except for the message that announces a table: the library takes each byte of a name
 * for a character, and asks the catalogue, which may be further on than the log. All that is needed is in the message.
 */
final class PlainDecoder extends PgOutputMessageDecoder {
    private static final byte RELATION = 'R';
    private static final String ANY_TYPE = "text";

    private final PostgresSchema schema;
    private final PlainTables tables;

    /** @param connection is closed with the decoder */
    PlainDecoder(
            PostgresConnectorConfig config, PostgresSchema schema, PostgresConnection connection, PlainTables tables) {
        super(new MessageDecoderContext(config, schema), connection);
        this.schema = schema;
        this.tables = tables;
    }

    /** Has a connection of the library decode with this. It has no place where it could be told. */
    void decode(PostgresReplicationConnection replication) {
        try {
            Field field = PostgresReplicationConnection.class.getDeclaredField("messageDecoder");
            field.setAccessible(true);
            field.set(replication, this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the library's connection is not the one this was written for", e);
        }
    }

    @Override
    public void processNotEmptyMessage(ByteBuffer message, ReplicationMessageProcessor processor, TypeRegistry types)
            throws SQLException, InterruptedException {
        if (message.get(message.position()) == RELATION) {
            message.get();
            announce(message);
        } else {
            super.processNotEmptyMessage(message, processor, types);
        }
    }

    private void announce(ByteBuffer message) {
        int relation = message.getInt();
        // A table of pg_catalog would have no schema here, but those are in no publication.
        String namespace = PlainNames.plain(text(message));
        TableId table = new TableId(null, namespace, PlainNames.plain(text(message)));
        // What its replica identity is.
        message.get();
        int count = message.getShort();
        List<Column> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            // Whether it is of the replica identity.
            message.get();
            String name = text(message);
            int type = message.getInt();
            columns.add(PlainTables.column(name, ANY_TYPE, type, message.getInt(), true));
        }
        schema.applySchemaChangesForTable(relation, tables.table(table, columns));
    }

    private static String text(ByteBuffer message) {
        int start = message.position();
        int length = 0;
        while (message.get() != 0) {
            length++;
        }
        byte[] bytes = new byte[length];
        message.get(start, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
