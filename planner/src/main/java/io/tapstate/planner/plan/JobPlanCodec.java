package io.tapstate.planner.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tapstate.connectors.diagnostics.TapException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Function;

/**
 * {@code plan.json}: canonical JSON, so that equal plans are equal bytes. Keys sorted, two spaces of indentation, LF,
 * UTF-8, whole numbers only, one line feed at the end.
 */
public final class JobPlanCodec {
    /** The first thing a reader looks at; a reader refuses every format it does not know. */
    public static final String FORMAT = "tapstate.plan/1";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private JobPlanCodec() {}

    /** The canonical bytes of a plan. Config references stay references. */
    public static byte[] write(JobPlan plan) {
        return bytes(PlanTree.of(plan));
    }

    /**
     * The plan that {@link #write} wrote.
     *
     * @throws TapException {@code plan.version-unknown} for another format or step version, {@code
     *     plan.file-unreadable} for anything else that is not a sound plan
     */
    public static JobPlan read(byte[] bytes) {
        return read(bytes, fields -> {
            JobPlan plan = PlanTreeReader.plan(fields);
            PlanInvariants.verify(plan);
            return plan;
        });
    }

    /** What {@code content} makes of the document's fields; it reads all of them. */
    static <T> T read(byte[] bytes, Function<PlanFields, T> content) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            PlanFields fields = new PlanFields(JSON.readTree(text), "");
            T value = content.apply(fields);
            fields.finish();
            return value;
        } catch (CharacterCodingException e) {
            throw unreadable("it is not UTF-8 text", e);
        } catch (JsonProcessingException e) {
            // Jackson's text would quote the source; the place is enough.
            String place = e.getLocation() == null
                    ? ""
                    : " at line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr();
            throw unreadable("it is not JSON" + place, e);
        } catch (PlanFields.Damage | IllegalStateException e) {
            throw unreadable(e.getMessage(), e);
        }
    }

    /** 64 lower-case hexadecimal digits that stand for a tree. */
    static String digest(Object tree) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(tree)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] bytes(Object tree) {
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withArrayIndenter(indenter)
                .withObjectIndenter(indenter);
        try {
            return (JSON.writer(printer).writeValueAsString(tree) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static TapException unreadable(String detail, Exception cause) {
        return TapException.because(cause, PlanError.FILE_UNREADABLE, "detail", detail);
    }
}
