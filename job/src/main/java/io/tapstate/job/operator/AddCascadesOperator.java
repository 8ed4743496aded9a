package io.tapstate.job.operator;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.job.cascade.CascadeState;
import io.tapstate.job.cascade.Cascades;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.FlinkRuntimeException;

/**
 * Runs {@link Cascades}. Must be one subtask: it needs the changes of all tables in the order of the log, and chooses the
 * key of its state itself, which only the owner of all keys may do.
 */
public final class AddCascadesOperator extends AbstractStreamOperator<RowChange>
        implements OneInputStreamOperator<RowChange, RowChange> {
    private static final long serialVersionUID = 1L;

    private final Cascades cascades;
    private transient ValueState<byte[]> rows;
    private transient MapState<RowKey, Boolean> children;
    private transient KeyedState state;
    private transient StreamRecord<RowChange> reused;

    public AddCascadesOperator(Cascades cascades) {
        this.cascades = cascades;
    }

    @Override
    public void open() throws Exception {
        super.open();
        rows = getRuntimeContext().getState(StateLayout.cascadeRow());
        children = getRuntimeContext().getMapState(StateLayout.cascadeChildren());
        state = new KeyedState();
        reused = new StreamRecord<>(null);
    }

    @Override
    public void processElement(StreamRecord<RowChange> element) {
        cascades.apply(element.getValue(), state, change -> output.collect(reused.replace(change)));
    }

    private interface StateAccess<T> {
        T get() throws Exception;
    }

    private <T> T at(RowKey key, StateAccess<T> access) {
        setCurrentKey(key);
        try {
            return access.get();
        } catch (Exception e) {
            throw new FlinkRuntimeException(e);
        }
    }

    private final class KeyedState implements CascadeState {
        @Override
        public byte[] row(RowKey key) {
            return at(key, rows::value);
        }

        @Override
        public void put(RowKey key, byte[] row) {
            at(key, () -> {
                if (row == null) {
                    rows.clear();
                } else {
                    rows.update(row);
                }
                return null;
            });
        }

        @Override
        public List<RowKey> children(RowKey parent) {
            return at(parent, () -> {
                List<RowKey> all = new ArrayList<>();
                children.keys().forEach(all::add);
                return all;
            });
        }

        @Override
        public void add(RowKey parent, RowKey child) {
            at(parent, () -> {
                children.put(child, true);
                return null;
            });
        }

        @Override
        public void remove(RowKey parent, RowKey child) {
            at(parent, () -> {
                children.remove(child);
                return null;
            });
        }
    }
}
