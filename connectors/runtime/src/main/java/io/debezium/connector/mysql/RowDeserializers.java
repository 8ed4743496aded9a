package io.debezium.connector.mysql;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.DeleteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.UpdateRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.tapstate.connectors.mysql.runtime.LogCells;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;

/**
 * How the cells of the log's rows are read, in place of the library's class of this name: that one makes null of dates
 * with zeros in them and 1970 of the zero timestamp, loses the sign of short negative times and makes 1900 of the year 0,
 * and there is no setting to keep it from doing so. What a cell becomes instead is in {@link LogCells}.
 */
public final class RowDeserializers {
    private RowDeserializers() {}

    /** Rows that were inserted. */
    public static final class WriteRowsDeserializer extends WriteRowsEventDataDeserializer {
        public WriteRowsDeserializer(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected Serializable deserializeString(int length, ByteArrayInputStream in) throws IOException {
            return LogCells.string(length, in);
        }

        @Override
        protected Serializable deserializeVarString(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.string(meta, in);
        }

        @Override
        protected Serializable deserializeDate(ByteArrayInputStream in) throws IOException {
            return LogCells.date(in);
        }

        @Override
        protected Serializable deserializeTime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTime(in);
        }

        @Override
        protected Serializable deserializeTimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.time(meta, in);
        }

        @Override
        protected Serializable deserializeDatetime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldDateTime(in);
        }

        @Override
        protected Serializable deserializeDatetimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.dateTime(meta, in);
        }

        @Override
        protected Serializable deserializeTimestamp(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTimestamp(in);
        }

        @Override
        protected Serializable deserializeTimestampV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.timestamp(meta, in);
        }

        @Override
        protected Serializable deserializeYear(ByteArrayInputStream in) throws IOException {
            return LogCells.year(in);
        }
    }

    /** Rows that were updated. */
    public static final class UpdateRowsDeserializer extends UpdateRowsEventDataDeserializer {
        public UpdateRowsDeserializer(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected Serializable deserializeString(int length, ByteArrayInputStream in) throws IOException {
            return LogCells.string(length, in);
        }

        @Override
        protected Serializable deserializeVarString(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.string(meta, in);
        }

        @Override
        protected Serializable deserializeDate(ByteArrayInputStream in) throws IOException {
            return LogCells.date(in);
        }

        @Override
        protected Serializable deserializeTime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTime(in);
        }

        @Override
        protected Serializable deserializeTimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.time(meta, in);
        }

        @Override
        protected Serializable deserializeDatetime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldDateTime(in);
        }

        @Override
        protected Serializable deserializeDatetimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.dateTime(meta, in);
        }

        @Override
        protected Serializable deserializeTimestamp(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTimestamp(in);
        }

        @Override
        protected Serializable deserializeTimestampV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.timestamp(meta, in);
        }

        @Override
        protected Serializable deserializeYear(ByteArrayInputStream in) throws IOException {
            return LogCells.year(in);
        }
    }

    /** Rows that were deleted. */
    public static final class DeleteRowsDeserializer extends DeleteRowsEventDataDeserializer {
        public DeleteRowsDeserializer(Map<Long, TableMapEventData> tables) {
            super(tables);
        }

        @Override
        protected Serializable deserializeString(int length, ByteArrayInputStream in) throws IOException {
            return LogCells.string(length, in);
        }

        @Override
        protected Serializable deserializeVarString(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.string(meta, in);
        }

        @Override
        protected Serializable deserializeDate(ByteArrayInputStream in) throws IOException {
            return LogCells.date(in);
        }

        @Override
        protected Serializable deserializeTime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTime(in);
        }

        @Override
        protected Serializable deserializeTimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.time(meta, in);
        }

        @Override
        protected Serializable deserializeDatetime(ByteArrayInputStream in) throws IOException {
            return LogCells.oldDateTime(in);
        }

        @Override
        protected Serializable deserializeDatetimeV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.dateTime(meta, in);
        }

        @Override
        protected Serializable deserializeTimestamp(ByteArrayInputStream in) throws IOException {
            return LogCells.oldTimestamp(in);
        }

        @Override
        protected Serializable deserializeTimestampV2(int meta, ByteArrayInputStream in) throws IOException {
            return LogCells.timestamp(meta, in);
        }

        @Override
        protected Serializable deserializeYear(ByteArrayInputStream in) throws IOException {
            return LogCells.year(in);
        }
    }
}
