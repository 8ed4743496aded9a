package io.tapstate.planner.grammar;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A mapping whose fields are declared. Types may contain themselves, so fields are looked up when they are asked for. */
public final class ObjectType {
    private final String name;
    private final String title;
    private final Supplier<List<Field>> declared;
    private final List<Barred> barred;
    private final boolean undecided;
    private List<Field> fields;

    private ObjectType(
            String name, String title, Supplier<List<Field>> declared, List<Barred> barred, boolean undecided) {
        this.name = name;
        this.title = title;
        this.declared = declared;
        this.barred = List.copyOf(barred);
        this.undecided = undecided;
    }

    static ObjectType of(String name, String title, List<Field> fields, Barred... barred) {
        return new ObjectType(name, title, () -> fields, List.of(barred), false);
    }

    /** A type that contains itself. */
    static ObjectType recursive(String name, String title, Supplier<List<Field>> fields, Barred... barred) {
        return new ObjectType(name, title, fields, List.of(barred), false);
    }

    /** What is still known of a mapping that does not say which variant it is; other fields are not judged. */
    static ObjectType undecided(String name, String title, Supplier<List<Field>> fields, Barred... barred) {
        return new ObjectType(name, title, fields, List.of(barred), true);
    }

    /** Unique in the grammar, words joined by {@code -}. */
    public String name() {
        return name;
    }

    /** With its article, for messages: {@code a pipeline}. */
    public String title() {
        return title;
    }

    /** In canonical order. */
    public synchronized List<Field> fields() {
        if (fields == null) {
            fields = List.copyOf(declared.get());
        }
        return fields;
    }

    public Optional<Field> field(String field) {
        return fields().stream()
                .filter(candidate -> candidate.name().equals(field))
                .findFirst();
    }

    public List<String> fieldNames() {
        return fields().stream().map(Field::name).toList();
    }

    public List<Barred> barred() {
        return barred;
    }

    public Optional<Barred> barred(String field) {
        return barred.stream()
                .filter(candidate -> candidate.name().equals(field))
                .findFirst();
    }

    /** Whether a mapping of this type has not said what it is, so that fields of any variant may stand in it. */
    public boolean isUndecided() {
        return undecided;
    }

    @Override
    public String toString() {
        return name;
    }
}
