package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.bulk.BulkWriteError;
import java.util.Set;

/** Tells faults of the store apart, and says what they are without what the documents hold. */
final class StoreFaults {
    static final int DUPLICATE_KEY = 11_000;

    // Of a server that steps down, shuts down, runs out of time or space, or has lost its login: not of one document.
    private static final Set<Integer> SERVERS = Set.of(
            6, 7, 13, 18, 24, 50, 64, 89, 91, 100, 112, 189, 262, 290, 314, 8_000, 9_001, 10_107, 11_600, 11_602,
            13_435, 13_436, 14_031);
    private static final Set<Integer> LOGINS = Set.of(13, 18, 8_000);
    // Nested too deep, not parsed, not valid, field names, more than 16 MB, index entries too large.
    private static final Set<Integer> DOCUMENTS =
            Set.of(2, 9, 15, 22, 52, 57, 121, 10_334, 17_280, 17_282, 17_283, 17_419);
    private static final Set<Integer> KEYS_TOO_LARGE = Set.of(17_280, 17_282, 17_283);

    private StoreFaults() {}

    /** Whether the refusal of one write lies with the document; otherwise with the server. */
    static boolean ofDocument(BulkWriteError error) {
        return !SERVERS.contains(error.getCode());
    }

    /** Whether the refusal of one write may pass. */
    static boolean passing(BulkWriteError error) {
        return SERVERS.contains(error.getCode()) && !LOGINS.contains(error.getCode());
    }

    /** Whether a whole batch was refused for a document in it. */
    static boolean ofDocument(MongoException fault) {
        return fault instanceof MongoCommandException && DOCUMENTS.contains(fault.getCode());
    }

    /** Whether a document was refused because an entry of an index would be too large. */
    static boolean keyTooLarge(int code) {
        return KEYS_TOO_LARGE.contains(code);
    }

    /** Whether trying again may help. */
    static boolean passing(MongoException fault) {
        return fault instanceof MongoSocketException
                || fault instanceof MongoTimeoutException
                || fault instanceof MongoConnectionPoolClearedException
                || (fault instanceof MongoSecurityException && fault.getCause() instanceof MongoSocketException)
                || fault instanceof MongoNotPrimaryException
                || fault instanceof MongoNodeIsRecoveringException
                || (SERVERS.contains(fault.getCode()) && !LOGINS.contains(fault.getCode()))
                || fault.hasErrorLabel("RetryableWriteError");
    }

    /** As {@link #reason(MongoException)}, of a fault that is wrapped. */
    static String reason(Exception wrapped) {
        Throwable cause = wrapped;
        while (cause.getCause() != null && !(cause instanceof MongoException)) {
            cause = cause.getCause();
        }
        return cause instanceof MongoException fault
                ? reason(fault)
                : cause.getClass().getSimpleName();
    }

    /** For messages: no document value, no password. */
    static String reason(MongoException fault) {
        if (fault instanceof MongoTimeoutException) {
            return "no server answers";
        }
        if (fault instanceof MongoSocketException
                || fault instanceof MongoConnectionPoolClearedException
                || fault.getCause() instanceof MongoSocketException) {
            return "the connection broke";
        }
        if (fault instanceof MongoSecurityException) {
            return "user or password is wrong";
        }
        // Server messages quote keys.
        if (fault instanceof MongoBulkWriteException bulk
                && !bulk.getWriteErrors().isEmpty()) {
            return "error " + bulk.getWriteErrors().get(0).getCode();
        }
        if (fault instanceof MongoCommandException command) {
            return "error " + command.getErrorCode() + " " + command.getErrorCodeName();
        }
        return "error " + fault.getCode();
    }
}
