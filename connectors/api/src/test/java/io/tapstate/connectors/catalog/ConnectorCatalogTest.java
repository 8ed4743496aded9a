package io.tapstate.connectors.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.mysql.MySqlOptions;
import io.tapstate.connectors.postgres.PostgresOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectorCatalogTest {
    record Bound(String id, Class<? extends Record> type, Function<ConnectionConfig, Record> binding) {
        @Override
        public String toString() {
            return id;
        }
    }

    static Stream<Bound> sources() {
        return Stream.of(
                new Bound("mysql", MySqlOptions.class, MySqlOptions::from),
                new Bound("postgres", PostgresOptions.class, PostgresOptions::from));
    }

    @Test
    void theListIsSortedAndEveryEntryIsFoundById() {
        assertThat(ConnectorCatalog.all())
                .extracting(ConnectorDescriptor::id)
                .containsExactly("db2", "mongodb", "mysql", "oracle", "postgres", "sqlserver");
        for (ConnectorDescriptor descriptor : ConnectorCatalog.all()) {
            assertThat(ConnectorCatalog.find(descriptor.id())).contains(descriptor);
        }
        assertThat(ConnectorCatalog.find("MySQL")).isEmpty();
    }

    @Test
    void everySourceThatIsReadHasABindingTestedHere() {
        assertThat(ConnectorCatalog.all().stream()
                        .filter(ConnectorDescriptor::readable)
                        .map(ConnectorDescriptor::id))
                .containsExactlyElementsOf(sources().map(Bound::id).toList());
    }

    @ParameterizedTest
    @MethodSource("sources")
    void theSettingsActedOnAreExactlyTheComponentsOfTheOptionsRecord(Bound bound) throws ReflectiveOperationException {
        Record options = bound.binding.apply(new ConnectionConfig(everything(bound)));
        Map<String, String> values = new TreeMap<>();
        for (var component : bound.type.getRecordComponents()) {
            values.put(
                    component.getName(), String.valueOf(component.getAccessor().invoke(options)));
        }
        assertThat(values).isEqualTo(everything(bound));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void absentSettingsTakeTheDefaultsTheCatalogueTells(Bound bound) {
        Map<String, String> given = everything(bound);
        Map<String, String> filled = new TreeMap<>(given);
        for (OptionSpec option : actedOn(bound)) {
            option.fallback().ifPresent(fallback -> {
                given.remove(option.name());
                filled.put(option.name(), fallback);
            });
        }
        assertThat(bound.binding.apply(new ConnectionConfig(given)))
                .isEqualTo(bound.binding.apply(new ConnectionConfig(filled)));
    }

    @ParameterizedTest
    @MethodSource("sources")
    void exactlyTheRequiredSettingsAreMissedWhenAbsent(Bound bound) {
        for (OptionSpec option : actedOn(bound)) {
            Map<String, String> given = everything(bound);
            given.remove(option.name());
            if (option.required()) {
                assertThatThrownBy(() -> bound.binding.apply(new ConnectionConfig(given)))
                        .isInstanceOfSatisfying(
                                TapException.class,
                                e -> assertThat(e.diagnostics()).singleElement().satisfies(fault -> {
                                    assertThat(fault.code()).isEqualTo("dsl.config-required");
                                    assertThat(fault.parameters()).containsEntry("field", option.name());
                                }));
            } else {
                assertThat(bound.binding.apply(new ConnectionConfig(given))).isNotNull();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void theBindingRefusesWhatTheTypeRefuses(Bound bound) {
        for (String port : new String[] {"0", "65536", "-1", "33O6", "", "99999999999"}) {
            assertThat(OptionType.PORT.accepts(port)).as(port).isFalse();
            Map<String, String> given = everything(bound);
            given.put("port", port);
            assertThatThrownBy(() -> bound.binding.apply(new ConnectionConfig(given)))
                    .as(port)
                    .isInstanceOfSatisfying(
                            TapException.class,
                            e -> assertThat(e.diagnostics().get(0))
                                    .satisfies(fault -> assertThat(fault.code()).isEqualTo("dsl.config-type-mismatch"))
                                    .satisfies(fault -> assertThat(fault.parameters())
                                            .containsEntry("expected", OptionType.PORT.expected())));
        }
        for (String port : new String[] {"1", "3306", "65535"}) {
            assertThat(OptionType.PORT.accepts(port)).as(port).isTrue();
        }
    }

    @Test
    void secretsAreMarkedAndNeverPrintedByTheOptions() {
        sources().forEach(bound -> {
            assertThat(actedOn(bound).stream().filter(OptionSpec::secret).map(OptionSpec::name))
                    .containsExactly("password");
            assertThat(bound.binding
                            .apply(new ConnectionConfig(everything(bound)))
                            .toString())
                    .doesNotContain("the password");
        });
        assertThat(ConnectorCatalog.find("mongodb").orElseThrow().option("uri"))
                .hasValueSatisfying(uri -> assertThat(uri.secret()).isTrue());
    }

    @Test
    void modesAreFoundByWhatAuthorsWrite() {
        assertThat(SourceMode.of("cdc")).contains(SourceMode.CDC);
        assertThat(SourceMode.of("snapshot")).contains(SourceMode.SNAPSHOT);
        assertThat(SourceMode.of("CDC")).isEmpty();
    }

    private static ConnectorDescriptor descriptor(Bound bound) {
        return ConnectorCatalog.find(bound.id).orElseThrow();
    }

    private static List<OptionSpec> actedOn(Bound bound) {
        return descriptor(bound).options().stream()
                .filter(option -> option.use().everyValue())
                .toList();
    }

    private static Map<String, String> everything(Bound bound) {
        Map<String, String> values = new TreeMap<>();
        for (OptionSpec option : actedOn(bound)) {
            values.put(option.name(), option.type() == OptionType.PORT ? "4711" : "the " + option.name());
        }
        return values;
    }
}
