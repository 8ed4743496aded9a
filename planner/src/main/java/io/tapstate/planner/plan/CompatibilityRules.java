package io.tapstate.planner.plan;

import java.util.Map;
import java.util.Set;

/**
 * Which property of which kind of step may differ, and what becomes of the step's state then. A property that stands in
 * no list must match, so that a field added later fits nothing until somebody has thought about it.
 *
 * <p>Names are those of {@code plan.json}; {@code embeds+} is an item that was added to a list, {@code embeds-} one that
 * was taken away, {@code embeds.order} the order of those that were there before and still are.
 */
final class CompatibilityRules {
    /** What a difference means. */
    enum Rule {
        /** Nobody notices. */
        NOTHING,
        /** The state fits, and rows come out as before. */
        SETTING,
        /** The state fits; documents or rows look different from now on, so all of them are sent again. */
        CONTENT,
        /** The state fits; what was added is read for the first time. */
        ADDITION,
        /** The state does not fit: the step starts from nothing. */
        MUST_MATCH
    }

    private static final Map<String, Map<String, Rule>> RULES = Map.of(
            "read-tables/1",
            Map.of(
                    "config.*", Rule.SETTING,
                    "tables+", Rule.ADDITION,
                    "tables-", Rule.SETTING,
                    "tables.before_image", Rule.SETTING,
                    "tables.ddl", Rule.SETTING,
                    "tables.row_estimate", Rule.NOTHING,
                    "tables.unsent", Rule.SETTING,
                    "tables.unsent_large", Rule.SETTING),
            "route-rows/1",
            Map.of("children+", Rule.ADDITION, "children-", Rule.SETTING, "children.order", Rule.SETTING),
            "lookup-rows/1",
            Map.of(
                    "embeds+", Rule.ADDITION,
                    "embeds-", Rule.CONTENT,
                    "embeds.order", Rule.CONTENT,
                    "embeds.shape", Rule.CONTENT,
                    "embeds.ignore_updates", Rule.SETTING),
            "assemble-documents/1",
            Map.ofEntries(
                    Map.entry("send_window_millis", Rule.SETTING),
                    Map.entry("append", Rule.SETTING),
                    Map.entry("sub_first", Rule.SETTING),
                    Map.entry("max_elements_per_document", Rule.SETTING),
                    Map.entry("entries_in_memory", Rule.SETTING),
                    Map.entry("embeds+", Rule.ADDITION),
                    Map.entry("embeds-", Rule.CONTENT),
                    Map.entry("embeds.order", Rule.CONTENT),
                    Map.entry("embeds.shape", Rule.CONTENT),
                    Map.entry("embeds.ignore_updates", Rule.SETTING)),
            "write-view/1",
            Map.of("config.*", Rule.SETTING, "indexes", Rule.SETTING),
            "write-tables/1",
            Map.of(
                    "config.*", Rule.SETTING,
                    "mode", Rule.SETTING,
                    "ddl", Rule.SETTING,
                    "auto_create_table", Rule.SETTING,
                    "adopts_existing", Rule.SETTING,
                    "outputs+", Rule.ADDITION,
                    "outputs-", Rule.SETTING,
                    "outputs.order", Rule.SETTING,
                    "outputs.columns", Rule.SETTING,
                    "outputs.open", Rule.SETTING));

    private CompatibilityRules() {}

    /** The properties of a kind that there is a rule for. */
    static Set<String> names(String kind) {
        return RULES.getOrDefault(kind, Map.of()).keySet();
    }

    /** What a difference of a step of that kind means. */
    static Rule of(String kind, Difference difference) {
        return RULES.getOrDefault(kind, Map.of()).getOrDefault(StepProperties.rule(difference), Rule.MUST_MATCH);
    }
}
