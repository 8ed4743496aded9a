package io.tapstate.connectors.mysql.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.runtime.CaptureJob;
import io.tapstate.connectors.runtime.RowSourceContract;
import java.util.List;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.cdc.connectors.mysql.source.utils.hooks.SnapshotPhaseHooks;
import org.junit.jupiter.api.Test;

class MySqlRowSourceIT extends RowSourceContract {
    @Override
    protected TestDatabase freshDatabase() {
        return TestDatabases.freshMySql("source");
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
    protected void withinAChunk(Source<RowChange, ?, ?> inner) {
        SnapshotPhaseHooks hooks = new SnapshotPhaseHooks();
        hooks.setPreHighWatermarkAction((connection, chunk) -> withinChunk());
        ((ChunkedMySqlSource) inner).inner().setSnapshotHooks(hooks);
    }

    @Override
    protected String fill(int rows) {
        String digits = "(SELECT 0 n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        return "INSERT INTO orders SELECT 1 + a.n + 10*b.n + 100*c.n + 1000*d.n + 10000*e.n, 'x', 1.5 FROM " + digits
                + " a, " + digits + " b, " + digits + " c, " + digits + " d, " + digits
                + " e WHERE a.n + 10*b.n + 100*c.n + 1000*d.n + 10000*e.n < " + rows;
    }

    @Override
    protected String kinds() {
        return "tiny TINYINT, truth BOOLEAN, small SMALLINT UNSIGNED, medium MEDIUMINT, whole INT UNSIGNED,"
                + " big BIGINT, huge BIGINT UNSIGNED, yr YEAR, price DECIMAL(20,4), f FLOAT, d DOUBLE, flag BIT(1),"
                + " c CHAR(5), v VARCHAR(50), t TEXT, e ENUM('a','b'), s SET('x','y'), bin BINARY(3), vb VARBINARY(9),"
                + " bl BLOB, day DATE, tm TIME(3), dt DATETIME, dt6 DATETIME(6), ts TIMESTAMP(3) NULL, j JSON,"
                + " dflt INT DEFAULT 7";
    }

    @Override
    protected String kindRows(int firstId) {
        return "INSERT INTO kinds VALUES (" + firstId + ", -5, TRUE, 65535, -8388608, 4294967295,"
                + " 9223372036854775807, 18446744073709551615, 2024, 12345678.9000, 0.1, 0.1, b'1',"
                + " 'ab', 'größe 😀', 'text', 'b', 'x,y', x'010203', x'00FF', x'0A', '2024-02-29', '-12:34:56.789',"
                + " '2024-02-29 12:00:00', '2024-02-29 12:00:00.000001', '2024-07-01 12:00:00.123',"
                + " '{\"a\": [1, 2.5, \"x\"], \"b\": null}', NULL), ("
                + (firstId + 1) + ", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                + " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)";
    }

    @Override
    protected List<String> kindDocuments() {
        return List.of(
                "{\"tiny\": -5, \"truth\": true, \"small\": 65535, \"medium\": -8388608"
                        + ", \"whole\": 4294967295, \"big\": 9223372036854775807"
                        + ", \"huge\": {\"$numberDecimal\": \"18446744073709551615\"}, \"yr\": 2024"
                        + ", \"price\": {\"$numberDecimal\": \"12345678.9000\"}, \"f\": 0.10000000149011612"
                        + ", \"d\": 0.1, \"flag\": true, \"c\": \"ab\", \"v\": \"größe \\ud83d\\ude00\""
                        + ", \"t\": \"text\", \"e\": \"b\", \"s\": \"x,y\""
                        + ", \"bin\": {\"$binary\": {\"base64\": \"AQID\", \"subType\": \"00\"}}"
                        + ", \"vb\": {\"$binary\": {\"base64\": \"AP8=\", \"subType\": \"00\"}}"
                        + ", \"bl\": {\"$binary\": {\"base64\": \"Cg==\", \"subType\": \"00\"}}"
                        + ", \"day\": {\"$date\": \"2024-02-29T00:00:00Z\"}, \"tm\": \"-12:34:56.789000\""
                        + ", \"dt\": \"2024-02-29T12:00:00\", \"dt6\": \"2024-02-29T12:00:00.000001\""
                        + ", \"ts\": {\"$date\": \"2024-07-01T12:00:00.123Z\"}"
                        + ", \"j\": \"{\\\"a\\\": [1, 2.5, \\\"x\\\"], \\\"b\\\": null}\", \"dflt\": null}",
                "{\"tiny\": null, \"truth\": null, \"small\": null, \"medium\": null, \"whole\": null"
                        + ", \"big\": null, \"huge\": null, \"yr\": null, \"price\": null, \"f\": null, \"d\": null"
                        + ", \"flag\": null, \"c\": null, \"v\": null, \"t\": null, \"e\": null, \"s\": null"
                        + ", \"bin\": null, \"vb\": null, \"bl\": null, \"day\": null, \"tm\": null, \"dt\": null"
                        + ", \"dt6\": null, \"ts\": null, \"j\": null, \"dflt\": null}");
    }

    @Test
    void aTableWithoutAPrimaryKeyIsReadByItsDeclaredOne() throws Exception {
        database.execute("CREATE TABLE loose (name VARCHAR(20), id INT NOT NULL)");
        database.execute("INSERT INTO loose VALUES ('a', 1), ('b', 2), ('c', 3)");

        try (CaptureJob job = start(source(true, true, BeforeImage.FULL, "loose"))) {
            job.awaitWatermarks(1);
            assertThat(job.reads()).hasSize(3);
            database.execute(
                    "UPDATE loose SET name = 'z' WHERE id = 1",
                    "UPDATE loose SET id = 9 WHERE id = 2",
                    "DELETE FROM loose WHERE id = 3");
            job.awaitChanges(4);

            assertThat(job.changes())
                    .extracting(change -> change.kind() + " "
                            + RawRow.decode(change.after() == null ? change.before() : change.after())
                                    .toJson())
                    .containsExactly(
                            "UPDATE {\"name\": \"z\", \"id\": 1}",
                            "DELETE {\"name\": \"b\", \"id\": 2}",
                            "INSERT {\"name\": \"b\", \"id\": 9}",
                            "DELETE {\"name\": \"c\", \"id\": 3}");
        }
    }

    @Test
    void generatedColumnsDefaultsAndZeroDatesAreTheSameInSnapshotAndLog() throws Exception {
        database.execute("CREATE TABLE odd (id INT PRIMARY KEY, a INT, twice INT GENERATED ALWAYS AS (a * 2) VIRTUAL,"
                + " s VARCHAR(30) GENERATED ALWAYS AS (CONCAT(a, 'ü')) STORED, d INT DEFAULT 7,"
                + " day DATE NOT NULL, ts TIMESTAMP NOT NULL DEFAULT '2020-01-01 00:00:00',"
                + " at DATETIME(3) NOT NULL) CHARACTER SET latin1");
        String row = ", 5, NULL, '2024-00-15', '0000-00-00', '0000-00-00 00:00:00')";
        String insert = "INSERT INTO odd (id, a, d, day, ts, at) VALUES (";
        database.execute("SET sql_mode = ''", insert + 1 + row);

        try (CaptureJob job = start(source(true, true, BeforeImage.FULL, "odd"))) {
            job.awaitWatermarks(1);
            database.execute("SET sql_mode = ''", insert + 2 + row);
            job.awaitChanges(1);

            String rest = ", \"a\": 5, \"twice\": 10, \"s\": \"5ü\", \"d\": null, \"day\": \"2024-00-15\","
                    + " \"ts\": \"0000-00-00T00:00:00Z\", \"at\": \"0000-00-00T00:00:00\"}";
            assertThat(RawRow.decode(job.reads().get(0).after()).toJson()).isEqualTo("{\"id\": 1" + rest);
            assertThat(RawRow.decode(job.changes().get(0).after()).toJson()).isEqualTo("{\"id\": 2" + rest);
        }
    }

    @Test
    void aConversionToAnotherCharacterSetEndsTheSource() throws Exception {
        database.execute(
                "CREATE TABLE worded (id INT PRIMARY KEY, t VARCHAR(20)) CHARACTER SET latin1",
                "INSERT INTO worded VALUES (1, 'größe')");

        try (CaptureJob job = start(source(true, true, BeforeImage.FULL, "worded"))) {
            job.awaitWatermarks(1);
            database.execute(
                    "INSERT INTO worded VALUES (2, 'größe')",
                    "ALTER TABLE worded CONVERT TO CHARACTER SET utf8mb4",
                    "INSERT INTO worded VALUES (3, 'größe')");

            assertThat(job.end().orElseThrow())
                    .hasStackTraceContaining("capture.table-altered")
                    .hasStackTraceContaining("text converted to character set utf8mb4");
            assertThat(job.changes())
                    .extracting(change -> RawRow.decode(change.after()).toJson())
                    .allMatch("{\"id\": 2, \"t\": \"größe\"}"::equals);
        }
    }
}
