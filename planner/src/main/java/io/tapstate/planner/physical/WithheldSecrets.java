package io.tapstate.planner.physical;

import io.tapstate.connectors.api.ConnectionConfig;
import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.planner.plan.PlanSecrets;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keeps secrets that a file spells out from the plan: a reference to a variable of ours takes their place. */
final class WithheldSecrets {
    private static final String PREFIX = "TAPSTATE_SECRET_";

    /** A reference without a default, which says nothing but a name. */
    private static final Pattern NAME_ONLY = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}|\\$\\{var:[^:}]*:}");

    private final Set<String> taken = new HashSet<>();
    private final Map<String, String> texts = new TreeMap<>();
    private final Map<String, TreeMap<String, String>> configs = new TreeMap<>();

    /** @param connections all that the plan uses: no name that they refer to is given to a secret */
    WithheldSecrets(Collection<ConnectionConfig> connections) {
        for (ConnectionConfig connection : connections) {
            for (String text : connection.values().values()) {
                Matcher matcher = VariableReferences.REFERENCE.matcher(text);
                while (matcher.find()) {
                    taken.add(VariableReferences.name(matcher));
                }
            }
        }
    }

    /** The settings of a source resource as the plan may hold them; the same ones whenever asked. */
    TreeMap<String, String> withhold(String source, String connector, ConnectionConfig connection) {
        return configs.computeIfAbsent(source, id -> {
            TreeMap<String, String> config = new TreeMap<>(connection.values());
            config.replaceAll((field, text) -> isSecret(connector, field) && spellsOut(text)
                    ? "${" + keep(source + "_" + field, text) + "}"
                    : text);
            return config;
        });
    }

    /** Everything withheld so far. */
    PlanSecrets secrets() {
        return new PlanSecrets(texts);
    }

    private static boolean isSecret(String connector, String field) {
        return ConnectorCatalog.find(connector)
                .flatMap(known -> known.option(field))
                .filter(OptionSpec::secret)
                .isPresent();
    }

    private static boolean spellsOut(String text) {
        return !NAME_ONLY.matcher(text).replaceAll("").isEmpty();
    }

    private String keep(String place, String text) {
        String name = PREFIX + place.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
        String free = name;
        for (int i = 2; !taken.add(free); i++) {
            free = name + "_" + i;
        }
        texts.put(free, text);
        return free;
    }
}
