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
                        Fences.debeziumStaysInside(),
                        Fences.oneOwnerForTheMongoDriver(),
                        Fences.noPackageCycles(),
                        Fences.namesSayWhatThingsAre())
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(PRODUCT)));
    }

    @TestFactory
    Stream<DynamicTest> fencesBite() {
        Map<ArchRule, Class<?>> controls = Map.of(
                Fences.connectorsKnowNoneOfUs(), ConnectorThatKnowsThePlanner.class,
                Fences.plannerIsPure(), PlannerThatReadsTheEnvironment.class,
                Fences.plannerReadsNoEnvironment(), PlannerThatReadsTheEnvironment.class,
                Fences.jobSeesPlansNotPlanning(), JobThatReadsTapFiles.class,
                Fences.cliLoadsNoEngine(), CliThatLoadsFlink.class,
                Fences.flinkStaysBehindItsDoors(), CliThatLoadsFlink.class,
                Fences.nestLogicIsPlainJava(), NestThatKnowsFlink.class,
                Fences.debeziumStaysInside(), NestThatKnowsFlink.class,
                Fences.oneOwnerForTheMongoDriver(), CliThatLoadsFlink.class,
                Fences.namesSayWhatThingsAre(), PlannerUtil.class);
        return controls.entrySet().stream()
                .map(control -> DynamicTest.dynamicTest(
                        control.getKey().getDescription(),
                        () -> assertThat(control.getKey()
                                        .evaluate(new ClassFileImporter().importClasses(control.getValue()))
                                        .hasViolation())
                                .isTrue()));
    }
}
