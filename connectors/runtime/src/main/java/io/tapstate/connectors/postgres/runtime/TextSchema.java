package io.tapstate.connectors.postgres.runtime;

import io.debezium.connector.postgresql.PostgresConnectorConfig;
import io.debezium.connector.postgresql.PostgresValueConverter;
import io.debezium.connector.postgresql.UnchangedToastedReplicationMessageColumn;
import io.debezium.jdbc.TemporalPrecisionMode;
import io.debezium.relational.Column;
import io.debezium.relational.ValueConverter;
import io.tapstate.connectors.cdc.ChangeRecordDecoder;
import io.tapstate.connectors.postgres.PostgresType;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Field;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Schema;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.SchemaBuilder;

/** Makes every column a text that may be null, and its schema say what the text is of. */
final class TextSchema extends PostgresValueConverter {
    private static final String NAME = "io.tapstate.postgres.Text";
    private static final String TYPE = "type";

    private final TextTypes types;

    TextSchema(PostgresConnectorConfig config, TextTypes types) {
        super(
                StandardCharsets.UTF_8,
                config.getDecimalMode(),
                TemporalPrecisionMode.ADAPTIVE_TIME_MICROSECONDS,
                ZoneOffset.UTC,
                null,
                true,
                types,
                null,
                config.binaryHandlingMode(),
                null,
                new byte[0],
                2);
        this.types = types;
    }

    /** What the values of a column are texts of. */
    static PostgresType type(Schema column) {
        return PostgresType.parse(column.parameters().get(TYPE));
    }

    /** The column's native type and length are the declared type and modifier; see {@link TextTypes}. */
    @Override
    public SchemaBuilder schemaBuilder(Column column) {
        PostgresType type = types.resolve(column.nativeType(), column.length());
        return SchemaBuilder.string().name(NAME).optional().parameter(TYPE, type.text());
    }

    @Override
    public ValueConverter converter(Column column, Field field) {
        return value -> value == UnchangedToastedReplicationMessageColumn.UNCHANGED_TOAST_VALUE
                ? ChangeRecordDecoder.NOT_SENT
                : value;
    }
}
