package io.tapstate.planner.grammar;

/**
 * A field that is refused by name because its author can be told more than that it is unknown.
 *
 * @param remedy for {@link Reason#MOVED} the new place; else what to do, as a whole instruction
 */
public record Barred(String name, Reason reason, String remedy) {
    /** Why a field is barred. */
    public enum Reason {
        /** A field of the language, but not here. */
        FORBIDDEN,
        /** It stands elsewhere now. */
        MOVED,
        /** A spelling of the older dialect. */
        OLDER
    }

    static Barred forbidden(String name, String remedy) {
        return new Barred(name, Reason.FORBIDDEN, remedy);
    }

    static Barred moved(String name, String place) {
        return new Barred(name, Reason.MOVED, place);
    }

    static Barred older(String name, String remedy) {
        return new Barred(name, Reason.OLDER, remedy);
    }
}
