package io.tapstate.connectors.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the catalogue says about a config by its texts alone. */
class OptionRulesTest {
    private static final ConnectorDescriptor MYSQL = connector("mysql");
    private static final ConnectorDescriptor POSTGRES = connector("postgres");
    private static final ConnectorDescriptor MONGODB = connector("mongodb");
    private static final ConnectorDescriptor ORACLE = connector("oracle");

    /** The keys of the reference, so that its files stay readable. */
    private static final Map<String, Set<String>> KEYS = Map.of(
            "mysql",
            Set.of(
                    "deploymentMode",
                    "host",
                    "port",
                    "masterSlaveAddress",
                    "database",
                    "username",
                    "password",
                    "addtionalString",
                    "timezone"),
            "postgres",
            Set.of(
                    "deploymentMode",
                    "host",
                    "port",
                    "masterSlaveAddress",
                    "database",
                    "schema",
                    "user",
                    "username",
                    "password",
                    "logPluginName",
                    "checkCdcSlave",
                    "walTdeKey",
                    "walTdeKeyPassword",
                    "walTdeKeyWrapAlgorithm",
                    "pgtoHost",
                    "pgtoPort",
                    "partPublication",
                    "globalPublicationName",
                    "extParams",
                    "timezone",
                    "allowReplication",
                    "defaultWalLogSize"),
            "mongodb",
            Set.of(
                    "isUri",
                    "uri",
                    "host",
                    "database",
                    "user",
                    "password",
                    "additionalString",
                    "schemaLimit",
                    "ssl",
                    "sslKey",
                    "sslPass",
                    "sslValidate",
                    "sslCA",
                    "mongodbLoadSchemaSampleSize"));

    @Test
    void everyKeyOfTheReferenceIsKnownAndNoOther() {
        KEYS.forEach((id, keys) -> {
            Set<String> known = new HashSet<>();
            connector(id).options().forEach(option -> known.addAll(option.names()));
            assertThat(known).as(id).isEqualTo(keys);
        });
    }

    @Test
    void noSettingIsNamedTwiceInOneConnector() {
        for (ConnectorDescriptor connector : ConnectorCatalog.all()) {
            assertThat(connector.options().stream().flatMap(option -> option.names().stream()))
                    .as(connector.id())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void everyPasswordAndKeyIsASecret() {
        for (ConnectorDescriptor connector : ConnectorCatalog.all()) {
            for (OptionSpec option : connector.options()) {
                if (option.name().matches("(?i).*(password|pass|uri)$")
                        && !option.name().equals("isUri")) {
                    assertThat(option.secret())
                            .as(connector.id() + " " + option.name())
                            .isTrue();
                }
            }
        }
    }

    @Test
    void everyDefaultIsAValueOfItsSettingAndActedOnWhereItIsVisible() {
        for (ConnectorDescriptor connector : ConnectorCatalog.all()) {
            for (OptionSpec option : connector.options()) {
                option.fallback().filter(fallback -> !fallback.isEmpty()).ifPresent(fallback -> {
                    assertThat(option.allows(fallback))
                            .as(connector.id() + " " + option.name())
                            .isTrue();
                    if (option.visible(Map.of())) {
                        assertThat(option.actsOn(fallback))
                                .as(connector.id() + " " + option.name())
                                .isTrue();
                    }
                });
            }
        }
    }

    @Test
    void theShortestConnectionIsOneUri() {
        assertThat(names(MONGODB.missing(Map.of()))).containsExactly("uri");
        assertThat(MONGODB.missing(Map.of("uri", "mongodb://h/d"))).isEmpty();
    }

    @Test
    void aSettingIsMissedOnlyWhereItIsVisible() {
        assertThat(names(MONGODB.missing(Map.of("isUri", "false")))).containsExactly("host", "database");
        assertThat(names(MYSQL.missing(Map.of()))).containsExactly("host", "database", "username");
        assertThat(names(MYSQL.missing(Map.of("deploymentMode", "master-slave"))))
                .containsExactly("database", "username");
    }

    @Test
    void nothingIsMissedWhileAReferenceDecides() {
        assertThat(MONGODB.missing(Map.of("isUri", "${BY_URI}"))).isEmpty();
        assertThat(MONGODB.withoutEffect(Map.of("isUri", "${BY_URI}", "host", "h", "uri", "u")))
                .isEmpty();
    }

    @Test
    void visibilityFollowsAllControllers() {
        OptionSpec authority = MONGODB.option("sslCA").orElseThrow();
        Map<String, String> config = new TreeMap<>(Map.of("isUri", "false", "ssl", "true", "sslValidate", "true"));
        assertThat(authority.visible(config)).isTrue();
        config.put("ssl", "false");
        assertThat(authority.visible(config)).isFalse();
        config.put("ssl", "true");
        config.remove("isUri");
        assertThat(authority.visible(config)).isFalse();
    }

    @Test
    void whatIsWrittenInVainIsTold() {
        assertThat(names(MONGODB.withoutEffect(Map.of("uri", "mongodb://h/d", "host", "h", "user", "u"))))
                .containsExactly("host", "user");
        assertThat(names(ORACLE.withoutEffect(Map.of("sid", "XE", "service_name", "orders"))))
                .containsExactly("service_name");
        assertThat(MONGODB.option("host").orElseThrow().visibleWhen()).hasToString("Optional[isUri is false]");
    }

    @Test
    void oracleIsAddressedByServiceOrBySid() {
        Map<String, String> config = new TreeMap<>(Map.of("host", "h", "username", "u"));
        assertThat(names(ORACLE.missing(config))).containsExactly("service_name");
        config.put("sid", "XE");
        assertThat(ORACLE.missing(config)).isEmpty();
    }

    @Test
    void theUserOfPostgresHasTwoSpellings() {
        Map<String, String> config = new TreeMap<>(Map.of("host", "h", "database", "d"));
        assertThat(names(POSTGRES.missing(config))).containsExactly("username");
        config.put("user", "u");
        assertThat(POSTGRES.missing(config)).isEmpty();
        assertThat(POSTGRES.writtenTwice(config)).isEmpty();
        config.put("username", "u");
        assertThat(names(POSTGRES.writtenTwice(config))).containsExactly("username");
        assertThat(POSTGRES.option("user")).isEqualTo(POSTGRES.option("username"));
    }

    @Test
    void onlyTheValuesActedOnPass() {
        assertThat(POSTGRES.notActedOn(Map.of("logPluginName", "pgoutput", "timezone", "")))
                .isEmpty();
        assertThat(names(POSTGRES.notActedOn(Map.of("logPluginName", "wal2json", "timezone", "+08:00"))))
                .containsExactly("logPluginName", "timezone");
        assertThat(names(MYSQL.notActedOn(Map.of("deploymentMode", "master-slave", "masterSlaveAddress", "a:1"))))
                .containsExactly("deploymentMode", "masterSlaveAddress");
        assertThat(MYSQL.notActedOn(Map.of("addtionalString", "useUnicode=yes&characterEncoding=UTF-8")))
                .isEmpty();
    }

    @Test
    void valuesOutsideTheListAreNotAllowedAndReferencesAre() {
        OptionSpec plugin = POSTGRES.option("logPluginName").orElseThrow();
        assertThat(plugin.allows("wal2json")).isTrue();
        assertThat(plugin.allows("Pgoutput")).isFalse();
        assertThat(plugin.allows("${PLUGIN}")).isTrue();
        assertThat(plugin.actsOn("${PLUGIN}")).isTrue();
        OptionSpec port = POSTGRES.option("port").orElseThrow();
        assertThat(port.allows("99999")).isFalse();
        assertThat(MYSQL.option("masterSlaveAddress").orElseThrow().allows("a:1"))
                .isFalse();
    }

    @Test
    void whatIsDescribedOnlyIsNotReadable() {
        for (String id : List.of("oracle", "sqlserver", "db2")) {
            assertThat(connector(id).isSource()).isTrue();
            assertThat(connector(id).readable()).isFalse();
            assertThat(connector(id).preparation()).isNotEmpty();
        }
        assertThat(MYSQL.readable()).isTrue();
        assertThat(MYSQL.writable()).isFalse();
        assertThat(MONGODB.writable()).isTrue();
        assertThat(connector("db2").stage()).isEqualTo(ConnectorStage.PREVIEW);
    }

    @Test
    void aDescriptorCannotRunAsWhatItIsNot() {
        assertThatThrownBy(() -> new ConnectorDescriptor(
                        "x",
                        "X",
                        ConnectorStage.STABLE,
                        Set.of(ConnectorRole.TARGET),
                        Set.of(ConnectorRole.SOURCE),
                        Set.of(),
                        Set.of(),
                        List.of(),
                        List.of(),
                        List.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void writeModesAreFoundByWhatAuthorsWrite() {
        assertThat(WriteMode.of("upsert")).contains(WriteMode.UPSERT);
        assertThat(WriteMode.of("append")).contains(WriteMode.APPEND);
        assertThat(WriteMode.of("merge")).isEmpty();
    }

    private static ConnectorDescriptor connector(String id) {
        return ConnectorCatalog.find(id).orElseThrow();
    }

    private static List<String> names(List<OptionSpec> options) {
        return options.stream().map(OptionSpec::name).toList();
    }
}
