package io.tapstate.planner.corpus;

import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanRenderer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Digests of everything that the corpus gives, one line per case: what {@link DeterminismTest} compares. */
final class CorpusDigest {
    private CorpusDigest() {}

    public static void main(String[] arguments) {
        lines().forEach(System.out::println);
    }

    static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (CorpusCase valid : CorpusCase.valid()) {
            StringBuilder canonical = new StringBuilder();
            valid.canonical()
                    .forEach((file, text) -> canonical.append(file).append('\n').append(text));
            lines.add("%s plan %s text %s canonical %s"
                    .formatted(
                            valid.name(),
                            sha256(JobPlanCodec.write(valid.plan().plan())),
                            sha256(bytes(PlanRenderer.text(valid.plan()))),
                            sha256(bytes(canonical.toString()))));
        }
        for (FaultCase fault : FaultCase.all()) {
            lines.add("%s errors %s".formatted(fault.name(), sha256(bytes(FaultText.of(fault.faults())))));
        }
        return lines;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
