package io.tapstate.planner.plan;

/**
 * The ids of a nest's stages: {@code <nest id>.<path>.<stage>}, where the path is that of a node from the root. Ids of
 * steps hold no dot, so nest and path can be told from such an id.
 */
public final class NestPaths {
    /** The path of the root. */
    public static final String ROOT = "$root";

    private static final String FLAT = "$flat.";

    private NestPaths() {}

    /** The name, within its parent, of an embed that makes no field. */
    public static String flat(String alias) {
        return FLAT + alias;
    }

    /** A path as its author would say it: an embed that makes no field goes by its alias. */
    public static String shown(String path) {
        return path.replace(FLAT, "");
    }

    /** The path of a child, given its parent's. */
    public static String child(String parent, String name) {
        return parent.equals(ROOT) ? name : parent + "." + name;
    }

    /** The stage that remembers the keys of a node's rows. */
    public static StepId keys(StepId nest, String path) {
        return new StepId(nest + "." + path + ".keys");
    }

    /** The stage that knows where the rows of a node stand. */
    public static StepId route(StepId nest, String path) {
        return new StepId(nest + "." + path + ".route");
    }

    /** The stage that holds the rows of a node and who points at them. */
    public static StepId lookup(StepId nest, String path) {
        return new StepId(nest + "." + path + ".lookup");
    }

    /** The nest that a stage is of. */
    public static StepId nestOf(StepId stage) {
        int dot = stage.value().indexOf('.');
        return dot < 0 ? stage : new StepId(stage.value().substring(0, dot));
    }

    /** The path of the node that a stage is of. */
    public static String pathOf(StepId stage) {
        String id = stage.value();
        int first = id.indexOf('.');
        int last = id.lastIndexOf('.');
        return first < last ? id.substring(first + 1, last) : "";
    }
}
