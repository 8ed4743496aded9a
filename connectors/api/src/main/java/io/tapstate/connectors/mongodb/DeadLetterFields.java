package io.tapstate.connectors.mongodb;

import java.util.List;
import java.util.Locale;

/**
 * How dead letters are written down, shared by those who write and those who read them. A letter stands for one version
 * of one row at one step.
 */
public final class DeadLetterFields {
    /** The collection, beside the views. */
    public static final String COLLECTION = "tapstate_dead_letters";

    /** Made of everything that tells the failed version of the row from others, so the same failure is one letter. */
    public static final String ID = "_id";

    public static final String PIPELINE = "pipeline";
    public static final String STEP = "step";

    /** {@code r}, {@code i}, {@code u} or {@code d}. */
    public static final String OPERATION = "op";

    /** {@code namespace.name}. */
    public static final String TABLE = "table";

    /** The namespace alone, because either part may hold dots. */
    public static final String NAMESPACE = "namespace";

    /** Document of the key columns; absent when they are not known. */
    public static final String KEY = "key";

    /** The encoded key; absent when it could not be read. */
    public static final String KEY_BYTES = "key_bytes";

    public static final String CODE = "code";
    public static final String MESSAGE = "message";
    public static final String FIX = "fix";

    /** The row that failed; of a deletion, the old row. Absent when nothing of it is known. */
    public static final String ROW = "row";

    /** The row before an update. */
    public static final String BEFORE = "before";

    /** {@code row} and {@code before} are BSON in binary, because the store takes them in no other form. */
    public static final String PACKED = "packed";

    /** Whether the record can be tried again: all of it was known and is here. */
    public static final String REPLAYABLE = "replayable";

    /** Names of columns that the letter has no room for. */
    public static final String OMITTED = "omitted";

    /** Where in the source's log the change stands; empty for rows of a snapshot and documents. */
    public static final String POSITION = "position";

    /** When the source committed the change; absent when unknown. */
    public static final String SOURCE_TIME = "source_time";

    public static final String FIRST_SEEN = "first_seen";
    public static final String LAST_SEEN = "last_seen";

    /** How often it has failed. */
    public static final String COUNT = "count";

    public static final String STATUS = "status";

    /** The job and attempt that wrote the letter or tries it again. */
    public static final String JOB = "job";

    public static final String ATTEMPT = "attempt";

    private DeadLetterFields() {}

    /** What has become of a letter. The stored spelling is the lower-case name. */
    public enum Status {
        /** The row is missing, or older, in the target. */
        OPEN,
        /** A person asked to have it tried again. */
        REQUESTED,
        /** It was tried again; that is not durable yet. */
        REPLAYING,
        /** It was tried again and went through. */
        REPLAYED,
        /** A newer version of the row has come, or the pipeline was started anew. */
        SUPERSEDED,
        /** A person has put it aside. */
        DISCARDED;

        /** Those whose row has had no newer version, and may still be tried. */
        public static final List<Status> UNSETTLED = List.of(OPEN, REQUESTED, REPLAYING);

        public String stored() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
