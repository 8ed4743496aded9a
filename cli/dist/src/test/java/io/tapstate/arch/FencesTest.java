package io.tapstate.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.tapstate.cli.fence.CliThatLoadsFlink;
import io.tapstate.connectors.api.fence.ConnectorThatKnowsThePlanner;
import io.tapstate.job.fence.JobThatReadsTapFiles;
import io.tapstate.job.nest.fence.NestThatKnowsFlink;
import io.tapstate.job.transform.fence.TransformThatKnowsFlink;
import io.tapstate.planner.fence.PlannerThatReadsTheEnvironment;
import io.tapstate.planner.fence.PlannerUtil;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every fence holds over the product's classes, and every fence still bites. */
class FencesTest {
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/shaded/"))
            .importPackages("io.tapstate");

    @Test
    void theProductIsReallyRead() {
        assertThat(PRODUCT.size()).isGreaterThan(100);
        assertThat(PRODUCT.contain("io.tapstate.planner.TapPlanner")).isTrue();
        assertThat(PRODUCT.contain("io.tapstate.job.TapJobMain")).isTrue();
        assertThat(PRODUCT.contain("io.tapstate.cli.Tapstate")).isTrue();
    }

    @TestFactory
    Stream<DynamicTest> fencesHold() {
        return Stream.of(
                        Fences.connectorsKnowNoneOfUs(),
                        Fences.plannerIsPure(),
                        Fences.plannerReadsNoEnvironment(),
                        Fences.jobSeesPlansNotPlanning(),
                        Fences.cliLoadsNoEngine(),
                        Fences.flinkStaysBehindItsDoors(),
                        Fences.nestLogicIsPlainJava(),
                        Fences.onlyTransformsCompileExpressions(),
                        Fences.transformsArePlainJava(),
                        Fences.debeziumStaysInside(),
                        Fences.oneOwnerForTheMongoDriver(),
                        Fences.noPackageCycles(),
                        Fences.namesSayWhatThingsAre())
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(PRODUCT)));
    }

    @TestFactory
    Stream<DynamicTest> fencesBite() {
        Map<ArchRule, Class<?>> controls = Map.ofEntries(
                Map.entry(Fences.connectorsKnowNoneOfUs(), ConnectorThatKnowsThePlanner.class),
                Map.entry(Fences.plannerIsPure(), PlannerThatReadsTheEnvironment.class),
                Map.entry(Fences.plannerReadsNoEnvironment(), PlannerThatReadsTheEnvironment.class),
                Map.entry(Fences.jobSeesPlansNotPlanning(), JobThatReadsTapFiles.class),
                Map.entry(Fences.onlyTransformsCompileExpressions(), JobThatReadsTapFiles.class),
                Map.entry(Fences.transformsArePlainJava(), TransformThatKnowsFlink.class),
                Map.entry(Fences.cliLoadsNoEngine(), CliThatLoadsFlink.class),
                Map.entry(Fences.flinkStaysBehindItsDoors(), CliThatLoadsFlink.class),
                Map.entry(Fences.nestLogicIsPlainJava(), NestThatKnowsFlink.class),
                Map.entry(Fences.debeziumStaysInside(), NestThatKnowsFlink.class),
                Map.entry(Fences.oneOwnerForTheMongoDriver(), CliThatLoadsFlink.class),
                Map.entry(Fences.namesSayWhatThingsAre(), PlannerUtil.class));
        return controls.entrySet().stream()
                .map(control -> DynamicTest.dynamicTest(
                        control.getKey().getDescription(),
                        () -> assertThat(control.getKey()
                                        .evaluate(new ClassFileImporter().importClasses(control.getValue()))
                                        .hasViolation())
                                .isTrue()));
    }
}
