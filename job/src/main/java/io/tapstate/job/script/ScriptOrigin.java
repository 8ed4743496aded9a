package io.tapstate.job.script;

import io.tapstate.connectors.api.TableId;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A table whose rows a script may hand out.
 *
 * @param table its name is the {@code src} of the rows
 * @param key the columns that identify a row; empty when none are known
 */
public record ScriptOrigin(TableId table, List<String> key) implements Serializable {
    public ScriptOrigin {
        key = new ArrayList<>(key);
    }
}
