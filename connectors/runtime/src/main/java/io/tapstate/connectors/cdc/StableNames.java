package io.tapstate.connectors.cdc;

import io.tapstate.connectors.runtime.SourceRequest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** Names and numbers under which databases know a pipeline's source: the same for the same ids, on every machine. */
public final class StableNames {
    // PostgreSQL allows 63; the source appends "_" and the subtask to make slots for chunks.
    private static final int LONGEST = 57;
    private static final int HASH_LENGTH = 10;

    private StableNames() {}

    /**
     * An identifier of {@code [a-z0-9_]}, at most 57 characters: {@code tapstate_<pipeline>_<source>}. Ids that had to
     * be changed to fit, or cut, get a hash of the originals, so that two sources never share a name.
     */
    public static String identifier(SourceRequest request) {
        String wanted = "tapstate_" + request.pipeline() + "_" + request.source();
        String legal = wanted.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        // An underscore within an id would let (a_b, c) and (a, b_c) meet.
        boolean ambiguous = (request.pipeline() + request.source()).indexOf('_') >= 0;
        if (legal.equals(wanted) && !ambiguous && legal.length() <= LONGEST) {
            return legal;
        }
        String hash = HexFormat.of().formatHex(digest(request)).substring(0, HASH_LENGTH);
        int kept = Math.min(legal.length(), LONGEST - HASH_LENGTH - 1);
        return legal.substring(0, kept) + "_" + hash;
    }

    /** A number in {@code [0, bound)}. */
    public static int number(SourceRequest request, int bound) {
        return Math.floorMod(ByteBuffer.wrap(digest(request)).getInt(), bound);
    }

    private static byte[] digest(SourceRequest request) {
        try {
            String ids = request.pipeline() + "\n" + request.source();
            return MessageDigest.getInstance("SHA-256").digest(ids.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
