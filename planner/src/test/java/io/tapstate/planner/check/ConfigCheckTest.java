package io.tapstate.planner.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.planner.TapPlanner;
import io.tapstate.planner.Workspace;
import io.tapstate.planner.dsl.TapFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Settings of sources against the catalogue, by text alone. */
class ConfigCheckTest {
    @Test
    void everySettingOfTheReferenceIsKnown() {
        assertThat(judge("mysql", """
                  deploymentMode: standalone
                  host: h
                  port: 3306
                  database: d
                  username: u
                  password: ${P}
                  addtionalString: useUnicode=yes&characterEncoding=UTF-8
                  timezone: "+08:00"
                """)).isEmpty();
        assertThat(judge("mysql", """
                  deploymentMode: master-slave
                  masterSlaveAddress: ["a:3306", "b:3306"]
                  database: d
                  username: u
                """)).isEmpty();
        assertThat(judge("postgres", """
                  host: h
                  port: "5432"
                  database: d
                  schema: s
                  user: u
                  logPluginName: walminer
                  pgtoHost: h
                  pgtoPort: 9876
                  checkCdcSlave: false
                  walTdeKeyWrapAlgorithm: auto
                  partPublication: "true"
                  globalPublicationName: dbz_publication
                  extParams: a=b
                  allowReplication: true
                  defaultWalLogSize: "102400"
                """)).isEmpty();
        assertThat(judge("mongodb", "  uri: mongodb://h/d\n")).isEmpty();
        assertThat(judge("oracle", """
                  host: h
                  port: 1521
                  service_name: s
                  username: u
                  password: ${P}
                """)).isEmpty();
    }

    @Test
    void aValueOutsideTheListIsRefused() {
        Diagnostic fault = onlyFault("postgres", """
                  host: h
                  database: d
                  user: u
                  logPluginName: pgoutpt
                """);
        assertThat(fault.code()).isEqualTo("dsl.invalid-config-value");
        assertThat(fault.parameters()).containsEntry("value", "pgoutpt");
        assertThat(fault.fix()).contains("`pgoutput`", "`wal2json`");
        assertThat(fault.span().orElseThrow().line()).isEqualTo(9);
    }

    @Test
    void aSettingThatAnotherMakesMeaninglessIsRefused() {
        Diagnostic fault = onlyFault("mongodb", "  uri: mongodb://h/d\n  host: h\n");
        assertThat(fault.code()).isEqualTo("dsl.config-without-effect");
        assertThat(fault.message()).contains("`host`", "only where isUri is false");
        assertThat(fault.span().orElseThrow().line()).isEqualTo(7);
    }

    @Test
    void twoSpellingsOfOneSettingAreRefused() {
        Diagnostic fault = onlyFault("postgres", "  host: h\n  database: d\n  user: u\n  username: u\n");
        assertThat(fault.code()).isEqualTo("dsl.config-written-twice");
    }

    @Test
    void whatIsMissingDependsOnTheOtherSettings() {
        Diagnostic fault = onlyFault("mongodb", "  isUri: false\n  host: h\n");
        assertThat(fault.code()).isEqualTo("dsl.config-required");
        assertThat(fault.parameters()).containsEntry("field", "database");
    }

    @Test
    void aListIsNoTextAndATextNoList() {
        assertThat(onlyFault("mysql", """
                  deploymentMode: master-slave
                  masterSlaveAddress: a:3306
                  database: d
                  username: u
                """).code()).isEqualTo("dsl.config-type-mismatch");
        assertThat(onlyFault("mysql", "  host: [h]\n  database: d\n  username: u\n")
                        .code())
                .isEqualTo("dsl.config-type-mismatch");
    }

    private static Diagnostic onlyFault(String connector, String config) {
        List<Diagnostic> faults = judge(connector, config);
        assertThat(faults).hasSize(1);
        return faults.get(0);
    }

    private static List<Diagnostic> judge(String connector, String config) {
        String text = "version: tapstate/v1\nkind: source\nid: s\nconnector: " + connector + "\nconfig:\n" + config;
        try {
            return TapPlanner.validate(new Workspace(List.of(new TapFile("w/source/s.tap.yml", text))));
        } catch (TapException refused) {
            return refused.diagnostics();
        }
    }
}
