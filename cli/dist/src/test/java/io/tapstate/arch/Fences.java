package io.tapstate.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;

/** The arrows between modules and packages, each with its reason. The poms fence modules; these fence packages. */
final class Fences {
    private static final String[] DEBEZIUM = {
        "io.debezium..", "org.apache.kafka..", "org.apache.flink.cdc.connectors.shaded.."
    };

    private Fences() {}

    static ArchRule connectorsKnowNoneOfUs() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.connectors..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.tapstate.planner..", "io.tapstate.job..", "io.tapstate.cli..")
                .because("connectors are the lowest layer: others are built on them");
    }

    static ArchRule plannerIsPure() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.planner..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "io.tapstate.job..",
                                "io.tapstate.cli..",
                                "io.tapstate.connectors.client..",
                                "io.tapstate.connectors.runtime..",
                                "io.tapstate.connectors.cdc..",
                                "io.tapstate.connectors.embedded..",
                                "org.apache.flink..",
                                "io.debezium..",
                                "com.mongodb..",
                                "java.sql..")
                        .or(equivalentTo(Clock.class)))
                .because("the planner turns text into a plan: no engine, no driver, no clock");
    }

    static ArchRule plannerReadsNoEnvironment() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.planner..")
                .should()
                .callMethod(System.class, "getenv")
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethodWhere(
                        target(nameMatching("now|systemDefault")).and(target(owner(resideInAPackage("java.time..")))))
                .because("the same input gives the same bytes: variables are handed in");
    }

    static ArchRule jobSeesPlansNotPlanning() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.job..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("io.tapstate.cli..", "picocli..")
                        .or(resideInAPackage("io.tapstate.planner..")
                                .and(not(resideInAnyPackage(
                                        "io.tapstate.planner",
                                        "io.tapstate.planner.plan",
                                        "io.tapstate.planner.expression")))))
                .because("the job runs a plan document and the texts inside it; how it came to be is not its affair");
    }

    static ArchRule onlyTransformsCompileExpressions() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.job..")
                .and()
                .resideOutsideOfPackage("io.tapstate.job.transform..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("io\\.tapstate\\.planner\\.expression\\.Cel.*")
                .because("CEL is compiled by the planner's code, and by one package of the job");
    }

    static ArchRule transformsArePlainJava() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.job.transform..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "io.tapstate.job.operator..", "io.tapstate.job.translate..")
                .because("filters and maps are judged row by row without starting an engine");
    }

    static ArchRule cliLoadsNoEngine() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.tapstate.job..", "io.tapstate.connectors.runtime..", "org.apache.flink..", "com.mongodb..")
                .because("the command line starts fast; Flink runs in a process of its own");
    }

    static ArchRule flinkStaysBehindItsDoors() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate..")
                .and()
                .resideOutsideOfPackages(
                        "io.tapstate.connectors.runtime..",
                        "io.tapstate.connectors.cdc..",
                        "io.tapstate.connectors.*.runtime..",
                        "io.tapstate.connectors.registry..",
                        "io.tapstate.job..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.flink..")
                .because("only sources, sinks and the job know the engine");
    }

    static ArchRule nestLogicIsPlainJava() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate.job.nest..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.flink..", "io.tapstate.job.operator..", "io.tapstate.job.translate..")
                .because("nest logic is judged against a model without starting an engine");
    }

    static ArchRule debeziumStaysInside() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate..")
                .and()
                .resideOutsideOfPackages(
                        "io.tapstate.connectors.cdc..",
                        "io.tapstate.connectors.mysql.runtime..",
                        "io.tapstate.connectors.postgres.runtime..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(DEBEZIUM)
                .because("log events become RowChanges in one place");
    }

    static ArchRule oneOwnerForTheMongoDriver() {
        return noClasses()
                .that()
                .resideInAPackage("io.tapstate..")
                .and()
                .resideOutsideOfPackages("io.tapstate.connectors.client..", "io.tapstate.connectors.mongodb..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.mongodb..")
                .because("documents leave and are read in two known places");
    }

    static ArchRule noPackageCycles() {
        return slices().matching("io.tapstate.(**)").should().beFreeOfCycles();
    }

    static ArchRule namesSayWhatThingsAre() {
        return classes()
                .that()
                .resideInAPackage("io.tapstate..")
                .and(not(equivalentTo(Fences.class)))
                .should()
                .haveNameNotMatching(".*(Utils?|Helper|Manager|Impl|Info)$|.*[a-z]Data$|.*[a-z]Base$")
                .orShould()
                .haveSimpleNameEndingWith("TypeInfo")
                .because("a name that fits everything says nothing");
    }
}
