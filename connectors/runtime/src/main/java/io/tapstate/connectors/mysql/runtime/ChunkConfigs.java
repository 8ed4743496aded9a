package io.tapstate.connectors.mysql.runtime;

import io.debezium.config.Configuration;
import io.debezium.connector.mysql.MySqlConnectorConfig;
import io.tapstate.connectors.cdc.CdcSettings;
import java.lang.reflect.Field;
import java.util.Properties;
import java.util.Set;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfig;
import org.apache.flink.cdc.connectors.mysql.source.config.MySqlSourceConfigFactory;

/**
 * Makes the library's settings such that its reader of a chunk's part of the log, which changes a copy of them, gets what
 * it needs.
 *
 * <p>The table's name, which it sets as a pattern, becomes one that matches this name only. And it keeps no connection
 * alive: it is closed within moments, after which the library would wait five seconds for the thread that does so.
 */
final class ChunkConfigs extends MySqlSourceConfigFactory {
    private static final long serialVersionUID = 1L;

    private final MySqlSourceConfigFactory inner;

    ChunkConfigs(MySqlSourceConfigFactory inner) {
        this.inner = inner;
    }

    @Override
    public MySqlSourceConfig createConfig(int subtask) {
        return adapted(inner.createConfig(subtask));
    }

    @Override
    public MySqlSourceConfig createConfig(int subtask, String serverName) {
        return adapted(inner.createConfig(subtask, serverName));
    }

    private static MySqlSourceConfig adapted(MySqlSourceConfig config) {
        try {
            Field field = MySqlSourceConfig.class.getDeclaredField("dbzConfiguration");
            field.setAccessible(true);
            field.set(config, new Settings(config.getDbzConfiguration()));
            return config;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this version of the library keeps its settings elsewhere", e);
        }
    }

    private record Settings(Configuration inner) implements Configuration {
        @Override
        public Set<String> keys() {
            return inner.keys();
        }

        @Override
        public String getString(String key) {
            return inner.getString(key);
        }

        @Override
        public Builder edit() {
            return new Copy(inner.asProperties());
        }
    }

    private static final class Copy extends Configuration.Builder {
        Copy(Properties settings) {
            super(settings);
        }

        @Override
        public Configuration.Builder with(String key, String value) {
            if (!key.equals(MySqlConnectorConfig.TABLE_INCLUDE_LIST.name())) {
                return super.with(key, value);
            }
            super.with(MySqlConnectorConfig.KEEP_ALIVE.name(), "false");
            return super.with(key, CdcSettings.literally(value));
        }
    }
}
