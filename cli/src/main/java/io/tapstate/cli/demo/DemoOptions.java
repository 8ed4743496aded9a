package io.tapstate.cli.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the user may choose about a demo.
 *
 * @param folder where its data live
 * @param mysql a server to use instead of starting one
 * @param postgres a server to use instead of starting one
 * @param viewsUri a store to use instead of the embedded one, its database included
 * @param ports one port or a range for the dashboard
 */
public record DemoOptions(
        Path folder,
        Optional<DatabaseAddress> mysql,
        Optional<DatabaseAddress> postgres,
        Optional<String> viewsUri,
        String ports) {
    /** The same choices in another folder. */
    public DemoOptions in(Path other) {
        return new DemoOptions(other, mysql, postgres, viewsUri, ports);
    }
}
