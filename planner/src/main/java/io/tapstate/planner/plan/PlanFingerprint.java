package io.tapstate.planner.plan;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Names what a plan does: the SHA-256 of its canonical JSON without connection settings, row estimates and parallelism.
 * Two plans with one fingerprint share their state.
 */
public final class PlanFingerprint {
    private PlanFingerprint() {}

    /** 64 lower-case hexadecimal digits. */
    public static String of(JobPlan plan) {
        byte[] canonical = JobPlanCodec.bytes(PlanTree.identity(PlanTree.of(plan)));
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
