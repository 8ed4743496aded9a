package io.tapstate.job.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Stands in for the real engine where only its protocol matters: plays the scene that {@code FAKE_ENGINE} names. Has the
 * real one's class name, because that is what the command line starts.
 */
public final class LocalEngine {
    private static final String STARTING =
            "{\"event\":\"starting\",\"pipeline\":\"p\",\"dashboard\":\"http://127.0.0.1:1\",\"job\":\"ab\",\"restored\":null}";

    private LocalEngine() {}

    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        Path state = Path.of(words.get(words.indexOf("--state-dir") + 1));
        Files.writeString(state.resolve("starts"), ".", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        switch (System.getenv("FAKE_ENGINE")) {
            case "refuse" -> end("{\"event\":\"failed\",\"code\":\"a.b\",\"message\":\"no\",\"fix\":\"do\"}", 1);
            case "fail" -> end("{\"event\":\"failed\",\"code\":\"c.d\",\"message\":\"broke\",\"fix\":\"mend\"}", 4);
            case "finish" -> end("{\"event\":\"finished\"}", 0);
            case "silent" -> {
                while (System.in.read() >= 0) {
                    // Until the parent closes the pipe.
                }
            }
            case "broken-jvm" -> end("not an event", 1);
            case "die-once" -> {
                if (Files.readString(state.resolve("starts")).length() == 1) {
                    end(STARTING, 137);
                }
                stream();
            }
            default -> stream();
        }
    }

    private static void stream() throws IOException {
        System.out.println(STARTING);
        System.out.println("{\"event\":\"snapshot\",\"tables\":{\"s/a.t\":5}}");
        System.out.println("{\"event\":\"streaming\",\"tables\":{\"s/a.t\":5}}");
        while (System.in.read() >= 0) {
            // Until the parent closes the pipe.
        }
        end("{\"event\":\"stopped\",\"checkpoint\":null}", 0);
    }

    private static void end(String lastWord, int status) {
        System.out.println(lastWord);
        System.out.flush();
        Runtime.getRuntime().halt(status);
    }
}
