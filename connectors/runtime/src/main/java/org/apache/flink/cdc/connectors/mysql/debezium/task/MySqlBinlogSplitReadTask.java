package org.apache.flink.cdc.connectors.mysql.debezium.task;

import com.github.shyiko.mysql.binlog.event.Event;
import io.debezium.DebeziumException;
import io.debezium.connector.mysql.MySqlConnection;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import io.debezium.connector.mysql.MySqlOffsetContext;
import io.debezium.connector.mysql.MySqlPartition;
import io.debezium.connector.mysql.MySqlStreamingChangeEventSource;
import io.debezium.connector.mysql.MySqlStreamingChangeEventSourceMetrics;
import io.debezium.connector.mysql.MySqlTaskContext;
import io.debezium.pipeline.ErrorHandler;
import io.debezium.relational.TableId;
import io.debezium.util.Clock;
import java.util.function.Predicate;
import org.apache.flink.cdc.connectors.mysql.debezium.dispatcher.EventDispatcherImpl;
import org.apache.flink.cdc.connectors.mysql.debezium.dispatcher.SignalEventDispatcher;
import org.apache.flink.cdc.connectors.mysql.debezium.dispatcher.SignalEventDispatcher.WatermarkKind;
import org.apache.flink.cdc.connectors.mysql.debezium.reader.StoppableChangeEventSourceContext;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffset;
import org.apache.flink.cdc.connectors.mysql.source.offset.BinlogOffsetUtils;
import org.apache.flink.cdc.connectors.mysql.source.split.MySqlBinlogSplit;
import org.apache.flink.cdc.connectors.mysql.source.utils.RecordUtils;

/**
 * Reads the log: from a place on, or between the two places of a chunk. It stands in place of the library's class of this
 * name, which makes every chunk that needs some of the log wait for five seconds: it looks for the thread that keeps the
 * connection alive, and by then a short piece of the log is read, and that thread gone. A connection that ends by itself
 * needs no such thread, so here it has none; nothing else is different.
 */
public class MySqlBinlogSplitReadTask extends MySqlStreamingChangeEventSource {
    private final MySqlBinlogSplit split;
    private final boolean ends;
    private final SignalEventDispatcher signals;
    private final ErrorHandler errors;
    private final Predicate<Event> filter;
    private ChangeEventSourceContext context;

    /** The library's arguments; its readers call this. */
    public MySqlBinlogSplitReadTask(
            MySqlConnectorConfig config,
            MySqlConnection connection,
            EventDispatcherImpl<TableId> dispatcher,
            SignalEventDispatcher signals,
            ErrorHandler errors,
            Clock clock,
            MySqlTaskContext tasks,
            MySqlStreamingChangeEventSourceMetrics metrics,
            MySqlBinlogSplit split,
            Predicate<Event> filter) {
        super(config, connection, dispatcher, errors, clock, tasks, metrics);
        this.split = split;
        this.ends = !BinlogOffsetUtils.isNonStoppingOffset(split.getEndingOffset());
        this.signals = signals;
        this.errors = errors;
        this.filter = filter;
        if (ends) {
            tasks.getBinaryLogClient().setKeepAlive(false);
        }
    }

    @Override
    public void execute(ChangeEventSourceContext context, MySqlPartition partition, MySqlOffsetContext offset)
            throws InterruptedException {
        this.context = context;
        super.execute(context, partition, offset);
    }

    @Override
    protected void handleEvent(MySqlPartition partition, MySqlOffsetContext offset, Event event) {
        if (!filter.test(event)) {
            return;
        }
        super.handleEvent(partition, offset, event);
        BinlogOffset here = RecordUtils.getBinlogPosition(offset.getOffset());
        if (ends && here.isAtOrAfter(split.getEndingOffset())) {
            end(here);
        }
    }

    private void end(BinlogOffset here) {
        try {
            signals.dispatchWatermarkEvent(split, here, WatermarkKind.BINLOG_END);
        } catch (InterruptedException e) {
            // This thread is the log client's: the reader finds the fault where it asks for the next rows.
            Thread.currentThread().interrupt();
            errors.setProducerThrowable(new DebeziumException("interrupted at the end of a chunk", e));
        }
        ((StoppableChangeEventSourceContext) context).stopChangeEventSource();
    }
}
