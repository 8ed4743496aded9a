package io.tapstate.errors;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.Wording;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every code is unique, worded, witnessed by a test and explained in docs/errors.md. */
class ErrorCatalogTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
    private static final Pattern PLACE = Pattern.compile("(?<!\\$)\\{([a-z][A-Za-z-]*)}");

    private static final List<ErrorCode> CODES = new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .withImportOption(location -> !location.contains("/shaded/"))
                    .importPackages("io.tapstate")
                    .stream()
                    .filter(JavaClass::isEnum)
                    .filter(type -> type.isAssignableTo(ErrorCode.class))
                    .flatMap(type -> Arrays.stream(type.reflect().getEnumConstants()))
                    .map(ErrorCode.class::cast)
                    .sorted(Comparator.comparing(ErrorCode::code))
                    .toList();

    @Test
    void codesAreFoundAndWellFormed() {
        assertThat(CODES).hasSizeGreaterThan(30);
        assertThat(CODES)
                .allSatisfy(code -> assertThat(code.code()).matches("[a-z]+(-[a-z]+)*\\.[a-z0-9]+(-[a-z0-9]+)*"));
    }

    @Test
    void noTwoConstantsShareACode() {
        Map<String, Set<String>> owners = new HashMap<>();
        for (ErrorCode code : CODES) {
            owners.computeIfAbsent(code.code(), c -> new HashSet<>())
                    .add(((Enum<?>) code).getDeclaringClass().getName() + "." + code);
        }
        assertThat(owners.values())
                .allSatisfy(constants -> assertThat(constants).hasSize(1));
    }

    @Test
    void everyCodeHasAMessageAndAFixThatUseOnlyItsParameters() {
        for (ErrorCode code : CODES) {
            for (String slot : List.of("message", "fix")) {
                String text = Wording.text(code, slot);
                assertThat(text).as(code.code() + "." + slot).isNotBlank();
                Matcher place = PLACE.matcher(text);
                List<String> used = new ArrayList<>();
                while (place.find()) {
                    used.add(place.group(1));
                }
                assertThat(code.parameters())
                        .as(code.code() + "." + slot + ": " + text)
                        .containsAll(used);
            }
        }
    }

    @Test
    void everyCodeIsWitnessedByATest() throws IOException {
        String tests = testSources();
        List<String> unwitnessed = CODES.stream()
                .filter(code -> !tests.contains(code.code())
                        && !tests.contains(
                                ((Enum<?>) code).getDeclaringClass().getSimpleName() + "." + ((Enum<?>) code).name()))
                .map(ErrorCode::code)
                .toList();
        assertThat(unwitnessed).isEmpty();
    }

    @Test
    void docsListEveryCode() throws IOException {
        Path page = ROOT.resolve("docs/errors.md");
        String expected = page();
        if (Boolean.getBoolean("docs.update")) {
            Files.writeString(page, expected);
        }
        assertThat(Files.readString(page))
                .as("docs/errors.md is out of step; run the test with -Ddocs.update=true")
                .isEqualTo(expected);
        assertThat(Boolean.getBoolean("docs.update"))
                .as("docs/errors.md was rewritten; run again without the flag")
                .isFalse();
    }

    private static String page() throws IOException {
        Map<String, String> examples = examples();
        StringBuilder page = new StringBuilder("# Error codes\n\n")
                .append("Every fault has a code, a message that names the offending value, and a fix. ")
                .append("`user` faults are mended in files, flags or data; `external` ones may pass by themselves; ")
                .append("`resource` ones are this machine's; `internal` ones are ours.\n\n")
                .append("This page is written from the code; a test fails when the two differ.\n");
        String domain = "";
        for (ErrorCode code : CODES) {
            String itsDomain = code.code().substring(0, code.code().indexOf('.'));
            if (!itsDomain.equals(domain)) {
                domain = itsDomain;
                page.append("\n## ").append(domain).append("\n");
            }
            page.append("\n### ").append(code.code()).append("\n\n");
            page.append("*")
                    .append(code.severity().name().toLowerCase(Locale.ROOT))
                    .append(", ");
            page.append(code.errorClass().name().toLowerCase(Locale.ROOT)).append("*\n\n");
            page.append("- Says: ").append(Wording.text(code, "message")).append("\n");
            page.append("- Fix: ").append(Wording.text(code, "fix")).append("\n");
            if (examples.containsKey(code.code())) {
                page.append("\nExample:\n\n")
                        .append(examples.get(code.code()).indent(4).stripTrailing())
                        .append("\n");
            }
        }
        return page.toString();
    }

    /** The shortest case of the planner's corpus for each code, as it is printed. */
    private static Map<String, String> examples() throws IOException {
        String expect = "--- expect\n";
        String errors = "--- errors\n";
        Map<String, String> examples = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT.resolve("planner/src/test/resources/golden/faults"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String text = Files.readString(file);
                String code =
                        text.substring(text.indexOf(expect) + expect.length()).split(" ", 2)[0];
                String printed = text.substring(text.indexOf(errors) + errors.length());
                examples.merge(code, printed, (one, other) -> other.length() < one.length() ? other : one);
            }
        }
        return examples;
    }

    private static String testSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> {
                        String path = ROOT.relativize(file).toString();
                        return path.contains("src/test/")
                                && !path.contains("/target/")
                                && path.matches(".*\\.(java|txt|yml|sh)");
                    })
                    .map(file -> {
                        try {
                            return Files.readString(file);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .collect(Collectors.joining("\n"));
        }
    }
}
