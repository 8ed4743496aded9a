package io.tapstate.connectors.cdc;

import io.tapstate.connectors.api.TableId;
import java.io.Serializable;
import org.apache.flink.cdc.connectors.shaded.org.apache.kafka.connect.data.Struct;

/** Reads a change record's {@code source} block, whose fields differ by database. */
public interface ChangeOrigin extends Serializable {
    TableId table(Struct source);

    /** Where in the log the change stands, for people. */
    String position(Struct source);
}
