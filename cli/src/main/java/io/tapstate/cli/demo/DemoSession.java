package io.tapstate.cli.demo;

import io.tapstate.cli.run.Distribution;
import io.tapstate.cli.run.EndpointLookup;
import io.tapstate.cli.run.PreparedRun;
import io.tapstate.cli.run.RunRequest;
import io.tapstate.cli.run.StopSignal;
import io.tapstate.connectors.embedded.DatabaseServer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Everything a demo needs, up and ready: folder, servers, sample, workspace, and the pipeline prepared as
 * {@code tapstate run} prepares any. Closing it stops what was started and keeps the data.
 */
public final class DemoSession implements AutoCloseable {
    private final DemoFolder folder;
    private final DemoServers servers;
    private final DemoDatabases databases;
    private final PreparedRun run;

    private DemoSession(DemoFolder folder, DemoServers servers, DemoDatabases databases, PreparedRun run) {
        this.folder = folder;
        this.servers = servers;
        this.databases = databases;
        this.run = run;
    }

    /**
     * Brings everything up.
     *
     * @param reset forget everything earlier demos left in the folder
     * @param stop looked at between the steps; a wish to end leaves as a CancellationException, with nothing running
     * @param progress gets one line for each step that takes time
     */
    public static DemoSession open(
            DemoOptions options,
            boolean reset,
            Map<String, String> environment,
            Distribution distribution,
            StopSignal stop,
            Consumer<String> progress) {
        DemoFolder folder = DemoFolder.claim(options.folder());
        DemoServers servers = null;
        boolean open = false;
        try {
            if (reset) {
                folder.reset();
            }
            servers = DemoServers.start(options, folder, progress);
            servers.mysql().map(DatabaseServer::product).ifPresent(name -> progress.accept(name + " is up"));
            servers.postgres().map(DatabaseServer::product).ifPresent(name -> progress.accept(name + " is up"));
            stop.throwIfRequested();
            DemoMemory memory = DemoMemory.of(folder.root());
            DemoDatabases databases = DemoDatabases.prepare(options, servers, memory);
            DemoWorkspace.write(folder.work(), databases.mysql(), databases.postgres(), memory);
            stop.throwIfRequested();
            RunRequest request = request(options, folder, servers, databases, environment);
            PreparedRun run = PreparedRun.prepare(request, distribution, progress);
            open = true;
            return new DemoSession(folder, servers, databases, run);
        } finally {
            if (!open) {
                closeAll(servers, folder);
            }
        }
    }

    private static RunRequest request(
            DemoOptions options,
            DemoFolder folder,
            DemoServers servers,
            DemoDatabases databases,
            Map<String, String> environment) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.putAll(databases.variables());
        Optional<String> own = servers.store().map(store -> store.uri("views"));
        return new RunRequest(
                folder.work(),
                DemoWorkspace.PIPELINE,
                EndpointLookup.state(folder.work()),
                options.viewsUri().or(() -> own),
                own,
                variables,
                options.ports(),
                OptionalInt.empty(),
                false,
                false);
    }

    public PreparedRun run() {
        return run;
    }

    /**
     * Calls back once for each database server of the demo's own that ends although nobody stopped it, for example by the
     * system for want of memory.
     *
     * @param listener gets its name and version
     */
    public void onServerEnd(Consumer<String> listener) {
        servers.onUnexpectedEnd(listener);
    }

    DemoDatabases databases() {
        return databases;
    }

    DemoFolder folder() {
        return folder;
    }

    @Override
    public void close() {
        try {
            run.close();
        } finally {
            closeAll(servers, folder);
        }
    }

    private static void closeAll(DemoServers servers, DemoFolder folder) {
        try {
            if (servers != null) {
                servers.close();
            }
        } finally {
            folder.close();
        }
    }
}
