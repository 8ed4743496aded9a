package io.tapstate.connectors.mongodb.runtime;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoTimeoutException;

/** Tells faults of the store apart, and says what they are without what the documents hold. */
final class StoreFaults {
    private StoreFaults() {}

    /** Whether trying again may help. */
    static boolean passing(MongoException fault) {
        return fault instanceof MongoSocketException
                || fault instanceof MongoTimeoutException
                || fault instanceof MongoNotPrimaryException
                || fault instanceof MongoNodeIsRecoveringException
                || fault.hasErrorLabel("RetryableWriteError");
    }

    /** For messages: no document value, no password. */
    static String reason(MongoException fault) {
        if (fault instanceof MongoTimeoutException) {
            return "no server answers";
        }
        if (fault instanceof MongoSecurityException) {
            return "user or password is wrong";
        }
        if (fault instanceof MongoSocketException) {
            return "the connection broke";
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
