package io.tapstate.job.local;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sun.misc.Signal;

/**
 * The wish to stop: the parent closed our standard input (or died), or SIGTERM or SIGINT came. Takes the signals over,
 * because a JVM that shuts down by itself runs Flink's clean-up beside the last checkpoint.
 */
final class StopRequest {
    private static final Logger LOG = LoggerFactory.getLogger(StopRequest.class);

    private final CompletableFuture<String> reason = new CompletableFuture<>();

    private StopRequest() {}

    static StopRequest listen(InputStream parent) {
        StopRequest request = new StopRequest();
        for (String name : new String[] {"TERM", "INT"}) {
            Signal.handle(new Signal(name), signal -> request.ask("SIG" + signal.getName()));
        }
        Thread reader = new Thread(() -> request.readToEnd(parent), "parent-watch");
        reader.setDaemon(true);
        reader.start();
        return request;
    }

    /** Completed with the reason once a stop is wanted. */
    CompletableFuture<String> asked() {
        return reason;
    }

    private void readToEnd(InputStream parent) {
        byte[] ignored = new byte[256];
        try {
            while (parent.read(ignored) >= 0) {
                continue;
            }
            ask("end of standard input");
        } catch (IOException e) {
            ask("unreadable standard input: " + e.getMessage());
        }
    }

    private void ask(String why) {
        if (reason.complete(why)) {
            LOG.info("Stop asked for: {}", why);
        }
    }
}
