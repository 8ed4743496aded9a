package io.tapstate.connectors.mysql.runtime;

import io.tapstate.connectors.api.BeforeImage;
import io.tapstate.connectors.embedded.TestDatabase;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.runtime.RowSourceContract;
import java.util.List;

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
        return List.of("", "");
    }
}
