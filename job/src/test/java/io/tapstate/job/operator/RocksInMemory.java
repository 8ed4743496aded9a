package io.tapstate.job.operator;

import java.util.Collection;
import org.apache.flink.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import org.apache.flink.contrib.streaming.state.RocksDBOptionsFactory;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksMemEnv;

/**
 * RocksDB that keeps its files in memory: the tests that open hundreds of small instances spend their time on histories
 * instead of on directories.
 */
public final class RocksInMemory implements RocksDBOptionsFactory {
    private static final long serialVersionUID = 1L;
    private static final long SMALL = 256 << 10;

    private RocksInMemory() {}

    public static EmbeddedRocksDBStateBackend backend() {
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend();
        backend.setRocksDBOptions(new RocksInMemory());
        return backend;
    }

    @Override
    public DBOptions createDBOptions(DBOptions options, Collection<AutoCloseable> toClose) {
        RocksMemEnv memory = new RocksMemEnv(Env.getDefault());
        toClose.add(memory);
        return options.setEnv(memory)
                .setInfoLogLevel(InfoLogLevel.FATAL_LEVEL)
                .setStatsDumpPeriodSec(0)
                .setMaxBackgroundJobs(1);
    }

    @Override
    public ColumnFamilyOptions createColumnOptions(ColumnFamilyOptions options, Collection<AutoCloseable> toClose) {
        return options.setWriteBufferSize(SMALL).setArenaBlockSize(SMALL >> 3);
    }
}
