package io.tapstate.cli.run;

import io.tapstate.connectors.client.DocumentReader;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.DocumentStore;
import io.tapstate.planner.plan.JobPlan;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanOutcome;
import io.tapstate.planner.plan.PlanSecrets;
import io.tapstate.planner.plan.SavedPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A pipeline that is ready to run: state folder claimed, planned against the live databases, view store up, plan
 * written. Engines are started from it, one after the other. Closing it gives everything back.
 */
public final class PreparedRun implements EngineStarter, AutoCloseable {
    private static final String DATABASE = "views";

    private final RunRequest request;
    private final StateFolder state;
    private final Optional<DocumentStore> hosted;
    private final EngineSettings settings;
    private final Optional<String> announcedViews;

    private PreparedRun(
            RunRequest request,
            StateFolder state,
            Optional<DocumentStore> hosted,
            EngineSettings settings,
            Optional<String> announcedViews) {
        this.request = request;
        this.state = state;
        this.hosted = hosted;
        this.settings = settings;
        this.announcedViews = announcedViews;
    }

    /**
     * Claims, plans, and starts what the engine will need.
     *
     * @param progress gets one line for each step that takes time
     * @throws TapException coded: the workspace has faults, a database does not answer, the state is in use, ...
     */
    public static PreparedRun prepare(RunRequest request, Distribution distribution, Consumer<String> progress) {
        return prepare(request, Optional.empty(), distribution, progress);
    }

    /**
     * As {@link #prepare(RunRequest, Distribution, Consumer)}, for a plan that somebody has looked at.
     *
     * @throws TapException {@code plan.outdated} also, when the same plan does not come out any more
     */
    public static PreparedRun prepare(
            RunRequest request, Optional<SavedPlan> saved, Distribution distribution, Consumer<String> progress) {
        PlanOutcome outcome = plan(request, saved).runnable();
        StateFolder state = StateFolder.claim(request.stateFolder());
        Optional<DocumentStore> hosted = Optional.empty();
        boolean prepared = false;
        try {
            if (request.hostedViewsUri().isEmpty()) {
                request.viewsUri().ifPresent(PreparedRun::requireStore);
            }
            if (request.fresh()) {
                state.forget(request.pipeline());
            }
            hosted = request.viewsUri().isPresent()
                    ? Optional.empty()
                    : Optional.of(DocumentStore.start(state.views(), progress));
            Optional<String> own = hosted.map(store -> store.uri(DATABASE));
            String views = request.viewsUri().or(() -> own).orElseThrow();
            write(outcome.plan(), state.plan(request.pipeline()));
            PreparedRun run = new PreparedRun(
                    request,
                    state,
                    hosted,
                    settings(request, outcome.secrets(), distribution, state, views),
                    own.or(request::hostedViewsUri));
            run.announce(Optional.empty(), Optional.empty());
            prepared = true;
            return run;
        } finally {
            if (!prepared) {
                hosted.ifPresent(DocumentStore::close);
                state.close();
            }
        }
    }

    private static PlanOutcome plan(RunRequest request, Optional<SavedPlan> saved) {
        Planning planning = new Planning(
                request.workspace(), Planning.Schemas.LIVE, request.stateFolder(), request.variables()::get);
        if (saved.isEmpty()) {
            return planning.outcome(request.pipeline());
        }
        Planning.Planned now = planning.plan(request.pipeline());
        saved.get().demandCurrent(now.saved());
        return now.outcome();
    }

    @Override
    public String pipeline() {
        return request.pipeline();
    }

    @Override
    public EngineSettings settings() {
        return settings;
    }

    /** The view store's address, with its database. */
    public String viewsUri() {
        return settings.environment().get(EndpointLookup.VIEWS_URI);
    }

    /** Starts one engine. Other terminals can find it as soon as it has a dashboard. */
    @Override
    public EngineProcess startEngine(Consumer<EngineEvent> listener) {
        return EngineProcess.start(settings, event -> {
            if (event.kind() == EngineEvent.Kind.STARTING) {
                announce(Optional.of(event.text("dashboard")), Optional.of(event.text("job")));
            }
            listener.accept(event);
        });
    }

    private void announce(Optional<String> dashboard, Optional<String> job) {
        state.announce(new RunningEndpoints(
                ProcessHandle.current().pid(), request.pipeline(), dashboard, job, announcedViews));
    }

    @Override
    public void close() {
        try {
            hosted.ifPresent(DocumentStore::close);
        } finally {
            state.close();
        }
    }

    static EngineSettings settings(
            RunRequest request, PlanSecrets secrets, Distribution distribution, StateFolder state, String views) {
        Map<String, String> environment = new HashMap<>(request.variables());
        environment.putAll(secrets.values(request.variables()::get));
        environment.put(EndpointLookup.VIEWS_URI, views);
        return new EngineSettings(
                distribution,
                state.plan(request.pipeline()),
                state.pipeline(request.pipeline()),
                environment,
                request.ports(),
                request.parallelism(),
                request.adopt());
    }

    // The engine would wait for a store that is away, which is right later but not for a mistyped address.
    private static void requireStore(String uri) {
        DocumentReader.open(uri).close();
    }

    private static void write(JobPlan plan, Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, JobPlanCodec.write(plan));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
