package io.tapstate.connectors.postgres.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.SplitKeyContract;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.base.source.utils.hooks.SnapshotPhaseHooks;

class PostgresSplitKeyIT extends SplitKeyContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshPostgres("split");
    }

    @Override
    protected String connector() {
        return "postgres";
    }

    @Override
    protected String namespace() {
        return "public";
    }

    @Override
    protected BeforeImage beforeImage() {
        return BeforeImage.KEY;
    }

    @Override
    protected List<String> numbers() {
        return List.of(
                "CREATE TABLE nums (n INT PRIMARY KEY)",
                "INSERT INTO nums SELECT generate_series(0, 9999)",
                "CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE COLLATION german (provider = icu, locale = 'de-DE')",
                "CREATE TYPE mood AS ENUM ('b', 'a')",
                "CREATE DOMAIN sku AS VARCHAR(40)");
    }

    @Override
    protected String analyze(String table) {
        return "ANALYZE " + table;
    }

    @Override
    protected String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    // Not later: once the rows are read, the slot of the chunk waits for nobody.
    @Override
    protected void withinEachChunk(Source<RowChange, ?, ?> inner) {
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((config, chunk) -> withinChunk());
        ((ChunkedPostgresSource) inner).inner().setSnapshotHooks(hooks);
    }

    @Override
    protected Stream<Kind> kinds() {
        String mixed = "(ARRAY['a','B','c','D','ß','É','z','_'])[1 + n % 8] || lpad(n::text, 5, '0')";
        return Stream.of(
                kind("whole", "id INT", "id", "n"),
                kind("negative", "id BIGINT", "id", "n - 3000"),
                kind("small", "id SMALLINT", "id", "n - 3000"),
                kind("skewed", "id BIGINT", "id", "CASE WHEN n < 2000 THEN n ELSE n * 1000000000::bigint END"),
                kind("composite", "shop INT, no INT", "shop, no", "n % 1000, n"),
                kind("composite, many rows with one leading value", "shop INT, no INT", "shop, no", "n / 1200, n"),
                kind("boolean and whole", "flag BOOLEAN, id INT", "flag, id", "n % 2 = 0, n")
                        .withChunks(2),
                kind("enum and whole", "e mood, id INT", "e, id", "CASE n % 2 WHEN 0 THEN 'a' ELSE 'b' END::mood, n")
                        .withChunks(2),
                kind("numeric", "id NUMERIC", "id", "n * 1.5 - 3000"),
                kind("double", "id DOUBLE PRECISION", "id", "n / 7.0"),
                kind("text", "id TEXT", "id", mixed),
                kind("text, case-insensitive", "id TEXT COLLATE nocase", "id", mixed),
                kind("text, german", "id VARCHAR(40) COLLATE german", "id", mixed),
                kind("text, by code", "id TEXT COLLATE \"C\"", "id", mixed),
                kind("padded text", "id CHAR(20)", "id", mixed),
                kind("domain", "id sku", "id", mixed),
                kind("uuid", "id UUID", "id", "md5(n::text)::uuid"),
                kind("bytes", "id BYTEA", "id", "decode(md5(n::text), 'hex')"),
                kind("date", "id DATE", "id", "date '1995-01-01' + n"),
                kind("timestamp", "id TIMESTAMP", "id", "timestamp '2024-03-31 00:00' + n * interval '7.5 s'"),
                kind("instant", "id TIMESTAMPTZ", "id", "timestamptz '2024-03-31 00:00Z' + n * interval '7.5 s'"),
                kind("time", "id TIME", "id", "time '00:00' + n * interval '7 s'"),
                kind("address", "id INET", "id", "inet '10.0.0.0' + n"),
                kind("no row", "id INT", "id", "n").withRows(0),
                kind("one row", "id TEXT", "id", "n::text").withRows(1),
                kind("one row by bytes", "id BYTEA", "id", "decode(md5(n::text), 'hex')")
                        .withRows(1));
    }
}
