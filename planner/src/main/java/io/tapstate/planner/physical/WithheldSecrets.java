package io.tapstate.planner.physical;

import io.tapstate.connectors.api.VariableReferences;
import io.tapstate.connectors.catalog.ConnectorCatalog;
import io.tapstate.connectors.catalog.OptionSpec;
import io.tapstate.planner.dsl.SourceSpec;
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

    /** @param sources all that the plan reads: no name that they refer to is given to a secret */
    WithheldSecrets(Collection<SourceSpec> sources) {
        for (SourceSpec source : sources) {
            for (String text : source.connection().values().values()) {
                Matcher matcher = VariableReferences.REFERENCE.matcher(text);
                while (matcher.find()) {
                    taken.add(VariableReferences.name(matcher));
                }
            }
        }
    }

    /** The settings of a source as the plan may hold them. */
    TreeMap<String, String> withhold(SourceSpec source) {
        TreeMap<String, String> config = new TreeMap<>(source.connection().values());
        config.replaceAll((field, text) -> isSecret(source, field) && spellsOut(text)
                ? "${" + keep(source.id().value() + "_" + field, text) + "}"
                : text);
        return config;
    }

    /** Everything withheld so far. */
    PlanSecrets secrets() {
        return new PlanSecrets(texts);
    }

    private static boolean isSecret(SourceSpec source, String field) {
        return ConnectorCatalog.find(source.connector().value())
                .flatMap(connector -> connector.option(field))
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
