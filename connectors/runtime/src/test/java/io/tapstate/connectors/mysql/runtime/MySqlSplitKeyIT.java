package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.SplitKeyContract;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.mysql.source.utils.hooks.SnapshotPhaseHooks;

class MySqlSplitKeyIT extends SplitKeyContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("split");
    }

    @Override
    protected String connector() {
        return "mysql";
    }

    @Override
    protected String namespace() {
        return database.name();
    }

    @Override
    protected BeforeImage beforeImage() {
        return BeforeImage.FULL;
    }

    @Override
    protected List<String> numbers() {
        String digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        return List.of(
                "CREATE TABLE nums (n INT PRIMARY KEY)",
                "INSERT INTO nums SELECT a.d + 10*b.d + 100*c.d + 1000*e.d FROM " + digits + " a, " + digits + " b, "
                        + digits + " c, " + digits + " e");
    }

    @Override
    protected String analyze(String table) {
        return "ANALYZE TABLE " + table;
    }

    @Override
    protected String quoted(String identifier) {
        return SplitColumn.quoted(identifier);
    }

    @Override
    protected void withinEachChunk(Source<RowChange, ?, ?> inner) {
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((connection, chunk) -> withinChunk());
        ((ChunkedMySqlSource) inner).inner().setSnapshotHooks(hooks);
    }

    @Override
    protected Stream<Kind> kinds() {
        String mixed = "CONCAT(ELT(1 + n % 8, 'a', 'B', 'c', 'D', 'ß', 'É', 'z', '_'), LPAD(n, 5, '0'))";
        return Stream.of(
                kind("whole", "id INT", "id", "n"),
                kind("negative", "id INT", "id", "n - 3000"),
                kind("skewed", "id BIGINT", "id", "IF(n < 2000, n, n * 1000000000)"),
                kind("unsigned beyond 2^63", "id BIGINT UNSIGNED", "id", "CAST(9223372036854774000 AS UNSIGNED) + n"),
                kind("composite", "shop INT, no INT", "shop, no", "n % 1000, n"),
                kind("composite, many rows with one leading value", "shop INT, no INT", "shop, no", "n DIV 2500, n"),
                kind("boolean and whole", "flag BOOLEAN, id INT", "flag, id", "n % 2, n")
                        .withChunks(2),
                kind("enum and whole", "e ENUM('b','a'), id INT", "e, id", "ELT(1 + n % 2, 'a', 'b'), n"),
                kind("year and whole", "y YEAR, id INT", "y, id", "2000 + n % 20, n"),
                kind("decimal", "id DECIMAL(38,4)", "id", "n * 1.5 - 3000"),
                kind("text, case-insensitive", "id VARCHAR(40)", "id", mixed),
                kind(
                        "text, trailing blanks do not count",
                        "id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
                        "id",
                        "CONCAT(" + mixed + ", IF(n % 2, ' ', ''))"),
                kind("text, latin1", "id VARCHAR(40) CHARACTER SET latin1", "id", mixed),
                kind("text, by code", "id VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", "id", mixed),
                kind("uuid as text", "id CHAR(36)", "id", "INSERT(INSERT(MD5(n), 9, 0, '-'), 14, 0, '-')"),
                kind("uuid as bytes", "id BINARY(16)", "id", "UNHEX(MD5(n))"),
                kind("bytes", "id VARBINARY(20)", "id", "UNHEX(SHA1(n))"),
                kind("date", "id DATE", "id", "DATE_ADD('1995-01-01', INTERVAL n DAY)"),
                kind("datetime", "id DATETIME(6)", "id", "DATE_ADD('2024-03-31 00:00:00', INTERVAL n * 7.5 SECOND)"),
                kind("timestamp", "id TIMESTAMP(3)", "id", "DATE_ADD('2024-03-31 00:00:00', INTERVAL n MINUTE)"),
                kind("time", "id TIME", "id", "SEC_TO_TIME(n * 8)"),
                kind("text and bytes", "a VARCHAR(10), b BINARY(4)", "a, b", "n % 400, UNHEX(LPAD(HEX(n), 8, '0'))"),
                kind("no row", "id INT", "id", "n").withRows(0),
                kind("one row", "id VARCHAR(9)", "id", "n").withRows(1),
                kind("one row by bytes", "id BINARY(4)", "id", "UNHEX(LPAD(HEX(n), 8, '0'))")
                        .withRows(1));
    }
}
