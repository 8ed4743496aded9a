package io.tapstate.job.values;

import io.tapstate.connectors.embedded.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** One kind of server with the samples of its types. */
interface TypeSamples {
    /** The catalogue id, for example {@code mysql}; also the name of the block in docs/types.md. */
    String connector();

    /** A new, empty database. */
    TestDatabase fresh();

    /** A connection on which literals mean the same whatever the server's settings are. */
    Connection writer(TestDatabase database) throws SQLException;

    /** Statements before the tables: types, extensions. */
    List<String> preparation();

    /**
     * Statements that make server, database or account use what values must not depend on: this zone, and odd settings
     * for everything else that has an influence on how values are shown.
     *
     * @param zone an offset such as {@code +05:30}
     */
    List<String> disturbance(TestDatabase database, String zone);

    /** Undoes it where closing the database does not. */
    List<String> recovery();

    List<TypeSample> samples();
}
