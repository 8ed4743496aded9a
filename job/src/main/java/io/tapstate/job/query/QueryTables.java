package io.tapstate.job.query;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.GenericInMemoryCatalog;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableAlreadyExistException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.Factory;

/**
 * The inputs of one query as a catalog, whose tables are streams that are there already. Unlike tables that Flink makes
 * of streams, these neither convert rows nor swallow watermarks.
 */
public final class QueryTables extends GenericInMemoryCatalog {
    private final Map<String, DataStream<RowData>> streams;
    private final Map<String, InputRows> inputs;

    /**
     * @param inputs by alias
     * @param streams of the rows that {@link InputRows#read} gives, by alias
     */
    public QueryTables(String name, Map<String, InputRows> inputs, Map<String, DataStream<RowData>> streams) {
        super(name);
        this.inputs = inputs;
        this.streams = streams;
    }

    @Override
    public void open() {
        super.open();
        inputs.forEach((alias, input) -> {
            CatalogTable table =
                    CatalogTable.newBuilder().schema(input.schema()).build();
            try {
                createTable(new ObjectPath(getDefaultDatabase(), alias), table, false);
            } catch (TableAlreadyExistException | DatabaseNotExistException e) {
                throw new IllegalStateException("a new catalog with a table " + alias, e);
            }
        });
    }

    @Override
    public Optional<Factory> getFactory() {
        return Optional.of(new Streams());
    }

    private final class Streams implements DynamicTableSourceFactory {
        @Override
        public DynamicTableSource createDynamicTableSource(Context context) {
            return new Input(context.getObjectIdentifier().getObjectName());
        }

        @Override
        public String factoryIdentifier() {
            return "stream";
        }

        @Override
        public Set<ConfigOption<?>> requiredOptions() {
            return Set.of();
        }

        @Override
        public Set<ConfigOption<?>> optionalOptions() {
            return Set.of();
        }
    }

    private final class Input implements ScanTableSource {
        private final String alias;

        Input(String alias) {
            this.alias = alias;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return inputs.get(alias).keyed() ? ChangelogMode.upsert() : ChangelogMode.all();
        }

        @Override
        public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
            return new DataStreamScanProvider() {
                @Override
                public DataStream<RowData> produceDataStream(ProviderContext provider, StreamExecutionEnvironment env) {
                    return streams.get(alias);
                }

                @Override
                public boolean isBounded() {
                    return false;
                }
            };
        }

        @Override
        public DynamicTableSource copy() {
            return new Input(alias);
        }

        @Override
        public String asSummaryString() {
            return alias;
        }
    }
}
