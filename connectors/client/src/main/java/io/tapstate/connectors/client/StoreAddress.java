package io.tapstate.connectors.client;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A store's connection string, taken apart; words the store's faults without user and password. */
final class StoreAddress {
    private static final String DEFAULT_DATABASE = "views";
    private static final int ANSWER_SECONDS = 5;
    private static final int READ_SECONDS = 30;
    private static final Pattern CAUSE = Pattern.compile("caused by \\{[\\w.$]+: ([^{}]*)}");
    // Unauthorized, AuthenticationFailed, and the code of servers that want a login first.
    private static final Set<Integer> LOGIN_REFUSALS = Set.of(13, 18, 8000);

    private final ConnectionString connection;

    private StoreAddress(ConnectionString connection) {
        this.connection = connection;
    }

    /** @throws TapException {@code store.invalid-uri} */
    static StoreAddress of(String uri) {
        try {
            return new StoreAddress(new ConnectionString(uri));
        } catch (IllegalArgumentException e) {
            // The driver quotes parts of the text, which may be parts of a password: then neither it nor the cause is
            // kept.
            String reason = uri.contains("@") ? "a part of it cannot be read" : String.valueOf(e.getMessage());
            throw TapException.of(StoreError.INVALID_URI, "reason", reason);
        }
    }

    String database() {
        return connection.getDatabase() == null ? DEFAULT_DATABASE : connection.getDatabase();
    }

    /** Whether the servers are found by a look-up of the name, not written down. */
    boolean isLookedUp() {
        return connection.isSrvProtocol();
    }

    List<ServerAddress> servers() {
        return connection.getHosts().stream().map(ServerAddress::new).toList();
    }

    Optional<String> user() {
        return Optional.ofNullable(connection.getUsername());
    }

    MongoClientSettings settings() {
        return MongoClientSettings.builder()
                .applyConnectionString(connection)
                .applicationName("tapstate")
                .applyToClusterSettings(cluster -> {
                    if (connection.getServerSelectionTimeout() == null) {
                        cluster.serverSelectionTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
                    }
                })
                .applyToSocketSettings(socket -> {
                    if (connection.getConnectTimeout() == null) {
                        socket.connectTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
                    }
                    if (connection.getSocketTimeout() == null) {
                        socket.readTimeout(READ_SECONDS, TimeUnit.SECONDS);
                    }
                })
                .build();
    }

    /** The coded form of a fault met while reading a collection ({@code collection} may be empty). */
    TapException fault(MongoException fault, String collection) {
        if (fault instanceof MongoSecurityException
                || (fault instanceof MongoServerException && LOGIN_REFUSALS.contains(fault.getCode()))) {
            return TapException.because(
                    fault, StoreError.LOGIN_REFUSED, "store", toString(), "reason", serverWords(fault));
        }
        if (fault instanceof MongoTimeoutException || fault instanceof MongoSocketException) {
            return TapException.because(fault, StoreError.UNREACHABLE, "store", toString(), "reason", silence(fault));
        }
        return TapException.because(
                fault,
                StoreError.READ_FAILED,
                "store",
                toString(),
                "collection",
                collection,
                "reason",
                serverWords(fault));
    }

    /** What the server itself said, without the driver's frame around it. */
    static String serverWords(Throwable fault) {
        for (Throwable at = fault; at != null; at = at.getCause()) {
            if (at instanceof MongoCommandException command) {
                return command.getErrorMessage();
            }
        }
        return String.valueOf(fault.getMessage());
    }

    // The driver's text describes its whole view of the cluster; only the innermost cause tells people something.
    private static String silence(MongoException fault) {
        String last = null;
        Matcher causes = CAUSE.matcher(String.valueOf(fault.getMessage()));
        while (causes.find()) {
            last = causes.group(1);
        }
        for (Throwable at = fault; last == null && at != null; at = at.getCause()) {
            last = at instanceof IOException ? at.getMessage() : null;
        }
        return last != null ? last : "no answer in time";
    }

    /** Scheme, hosts and database only. */
    @Override
    public String toString() {
        return (connection.isSrvProtocol() ? "mongodb+srv://" : "mongodb://") + String.join(",", connection.getHosts())
                + "/" + database();
    }
}
