package io.tapstate.cli.command;

import io.tapstate.connectors.client.DocumentReader;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options by which a verb finds the store of the views. */
final class StoreOptions {
    @Option(
            names = "--views-uri",
            paramLabel = "URI",
            description = "The store (default: TAPSTATE_VIEWS_URI,"
                    + " ~/.config/tapstate/config.properties, a running demo, a running pipeline).")
    private String viewsUri;

    @Mixin
    private Places places;

    /** @throws io.tapstate.connectors.diagnostics.TapException {@code cli.not-connected} when nothing names a store */
    DocumentReader open(CliContext context, String verb) {
        return DocumentReader.open(places.lookup(context).viewsUri(Optional.ofNullable(viewsUri), verb));
    }
}
