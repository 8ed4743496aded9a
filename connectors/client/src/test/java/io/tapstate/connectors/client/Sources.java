package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.TableSchema;
import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.embedded.TestDatabase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Source settings for test databases, with the password behind a variable as authors write it. */
final class Sources {
    private Sources() {}

    static Map<String, String> settings(TestDatabase database) {
        return new TreeMap<>(Map.of(
                "host", database.server().host(),
                "port", Integer.toString(database.server().port()),
                "database", database.name(),
                "username", database.server().user(),
                "password", "${SOURCE_PASSWORD}"));
    }

    /** Settings with some values replaced: names and values in turn. */
    static Map<String, String> with(Map<String, String> settings, String... replaced) {
        Map<String, String> changed = new TreeMap<>(settings);
        for (int i = 0; i < replaced.length; i += 2) {
            changed.put(replaced[i], replaced[i + 1]);
        }
        return changed;
    }

    static List<TableSchema> read(String connector, Map<String, String> settings, String password, boolean capture) {
        return new LiveSchemas(Map.of("SOURCE_PASSWORD", password)::get)
                .tables("db", connector, new ConnectionConfig(settings), capture);
    }

    static List<TableSchema> described(
            String connector, Map<String, String> settings, String password, boolean capture) {
        return new LiveSchemas(Map.of("SOURCE_PASSWORD", password)::get)
                .described(connector, new ConnectionConfig(settings), capture);
    }

    /** The one coded fault of reading; fails when the password shows up anywhere in it. */
    static Diagnostic refusal(String connector, Map<String, String> settings, String password, boolean capture) {
        TapException refused =
                catchThrowableOfType(TapException.class, () -> read(connector, settings, password, capture));
        assertThat(refused).as("a refusal").isNotNull();
        assertThat(refused.diagnostics()).hasSize(1);
        Diagnostic fault = refused.diagnostics().get(0);
        StringWriter everything = new StringWriter();
        refused.printStackTrace(new PrintWriter(everything));
        everything
                .append(fault.message())
                .append(fault.fix())
                .append(fault.parameters().toString());
        assertThat(everything.toString()).doesNotContain(password);
        System.out.println(fault.code() + ": " + fault.message() + " -> " + fault.fix());
        return fault;
    }
}
