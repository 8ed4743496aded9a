package io.tapstate.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.ColumnType;
import io.tapstate.connectors.api.ConfigError;
import io.tapstate.connectors.diagnostics.ErrorCode;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.diagnostics.Wording;
import io.tapstate.planner.check.CheckError;
import io.tapstate.planner.corpus.Witnesses;
import io.tapstate.planner.dsl.DslError;
import io.tapstate.planner.dsl.ResourceParser;
import io.tapstate.planner.dsl.ResourceParser.Layout;
import io.tapstate.planner.dsl.TapFile;
import io.tapstate.planner.expression.CelExpression;
import io.tapstate.planner.expression.ExpressionError;
import io.tapstate.planner.logical.RowType;
import io.tapstate.planner.plan.EveryKind;
import io.tapstate.planner.plan.JobPlanCodec;
import io.tapstate.planner.plan.PlanError;
import io.tapstate.planner.plan.SavedPlan;
import io.tapstate.planner.resolve.NestTreeError;
import io.tapstate.planner.resolve.ResolveError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No code of the planner without a case that shows it. */
class WitnessTest {
    private static final Pattern PLACE = Pattern.compile("\\{([A-Za-z]+)}");

    private static final String FORBIDDEN_AND_OLDER =
            "{ version: tapstate/v1, kind: transform, id: t, type: unwind, from: a }";

    private static List<ErrorCode> codes() {
        return Stream.<ErrorCode[]>of(
                        DslError.values(),
                        ResolveError.values(),
                        NestTreeError.values(),
                        ExpressionError.values(),
                        CheckError.values(),
                        PlanError.values(),
                        WorkspaceError.values(),
                        ConfigError.values())
                .flatMap(Stream::of)
                .toList();
    }

    @Test
    void everyCodeIsWitnessed(@TempDir Path folder) throws IOException {
        TreeSet<String> witnessed = new TreeSet<>();
        witnessed.addAll(Witnesses.codes());
        witnessed.add(code(() -> JobPlanCodec.read("{".getBytes(StandardCharsets.UTF_8))));
        witnessed.add(
                code(() -> JobPlanCodec.read("{\"format\":\"tapstate.plan/2\"}".getBytes(StandardCharsets.UTF_8))));
        SavedPlan before = new SavedPlan(EveryKind.plan(), "before", Optional.empty());
        witnessed.add(code(() -> before.demandCurrent(new SavedPlan(EveryKind.plan(), "after", Optional.empty()))));
        ResourceParser.parse(new TapFile("witness.tap.yml", FORBIDDEN_AND_OLDER), Optional.empty(), Layout.ANY)
                .faults()
                .forEach(fault -> witnessed.add(fault.code()));
        RowType unknown = new RowType(
                List.of(new RowType.Column("area", Optional.of(ColumnType.UNSUPPORTED), "geometry", true)), false);
        CelExpression.compile("has(after.area)", CelExpression.Use.FILTER, Optional.of(unknown))
                .faults()
                .forEach(fault -> witnessed.add(fault.code().code()));
        WorkspaceReaderTest.witnesses(folder).forEach(path -> witnessed.add(code(() -> WorkspaceReader.read(path))));
        Path unreadable = WorkspaceReaderTest.unreadable(folder);
        witnessed.add(code(() -> WorkspaceReader.read(unreadable)));

        assertThat(witnessed)
                .containsExactlyInAnyOrderElementsOf(
                        new TreeSet<>(codes().stream().map(ErrorCode::code).toList()));
    }

    @Test
    void noTwoConstantsShareACode() {
        List<String> codes = codes().stream().map(ErrorCode::code).toList();

        assertThat(codes).doesNotHaveDuplicates();
    }

    @Test
    void everyWordingUsesOnlyParametersOfItsCode() {
        for (ErrorCode code : codes()) {
            for (String slot : List.of("message", "fix")) {
                List<String> places = new ArrayList<>();
                Matcher matcher = PLACE.matcher(Wording.text(code, slot).replaceAll("\\$\\{[A-Z]+}", ""));
                while (matcher.find()) {
                    places.add(matcher.group(1));
                }
                assertThat(code.parameters()).as(code.code() + "." + slot).containsAll(places);
            }
        }
    }

    private static String code(Runnable refused) {
        TapException refusal = catchThrowableOfType(TapException.class, refused::run);
        return refusal.diagnostics().get(0).code();
    }

    static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
