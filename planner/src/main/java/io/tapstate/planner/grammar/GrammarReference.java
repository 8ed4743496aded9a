package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Explains the language by field path: what {@code tapstate explain} shows and docs/language.md holds. A path begins with
 * a kind; a segment is a field, or the name of a variant such as the type of a step: {@code
 * pipeline.transforms.nest.root.embed}. Positions in lists may stand in it and mean nothing: {@code
 * pipeline.transforms[0].expr}.
 */
public final class GrammarReference {
    private GrammarReference() {}

    /**
     * One place of the language.
     *
     * @param path without positions
     * @param type what may stand there, in words
     * @param required whether every form of its mapping must have it
     * @param defaultValue the value when it is absent, in its YAML spelling
     * @param otherwise what its absence means, where that is no fixed value
     * @param values the allowed values of a choice
     * @param variants the names that may stand here as a type, and what they mean
     * @param fields the fields that may stand in it, in canonical order; where there are variants that differ much, only
     *     what they share
     */
    public record Entry(
            String path,
            String type,
            String description,
            boolean required,
            Optional<String> defaultValue,
            Optional<String> otherwise,
            List<Spelling> values,
            List<Spelling> variants,
            List<Entry> fields) {
        /** The last segment of the path. */
        public String name() {
            return path.substring(path.lastIndexOf('.') + 1);
        }
    }

    /** One entry per kind. */
    public static List<Entry> kinds() {
        return Grammar.kinds().stream().map(kind -> find(kind).orElseThrow()).toList();
    }

    /** What stands at a path; empty when nothing does. */
    public static Optional<Entry> find(String path) {
        Place place = new Place("", Grammar.document(), Optional.empty(), "");
        for (String segment : path.replaceAll("\\[[0-9]*]", "").split("\\.", -1)) {
            Optional<Place> next = next(place, segment);
            if (next.isEmpty()) {
                return Optional.empty();
            }
            place = next.get();
        }
        return Optional.of(entry(place, true));
    }

    /** Every path there is, sorted; where the language repeats itself within itself, once. */
    public static List<String> paths() {
        List<String> paths = new ArrayList<>();
        collect(new Place("", Grammar.document(), Optional.empty(), ""), new HashSet<>(), paths);
        return paths.stream().distinct().sorted().toList();
    }

    private record Place(String path, ValueShape shape, Optional<Field> field, String meaning) {
        Place below(String name, ValueShape shape, Optional<Field> field, String meaning) {
            return new Place(path.isEmpty() ? name : path + "." + name, shape, field, meaning);
        }
    }

    private static Optional<Place> next(Place place, String segment) {
        ReachableFields reachable = ReachableFields.of(place.shape());
        ValueShape variant = reachable.variants().get(segment);
        if (variant != null) {
            return Optional.of(place.below(
                    segment,
                    variant,
                    Optional.empty(),
                    reachable.meaning(segment).orElse("")));
        }
        return place.path().isEmpty()
                ? Optional.empty()
                : reachable.fields().stream()
                        .filter(field -> field.name().equals(segment))
                        .findFirst()
                        .map(field -> place.below(segment, field.shape(), Optional.of(field), field.description()));
    }

    private static Entry entry(Place place, boolean deep) {
        ReachableFields reachable = ReachableFields.of(place.shape());
        List<Spelling> values = place.shape() instanceof ValueShape.Choice choice ? choice.spellings() : List.of();
        List<Spelling> variants = reachable.variants().keySet().stream()
                .map(name -> new Spelling(name, reachable.meaning(name).orElse("")))
                .toList();
        return new Entry(
                place.path(),
                TypeLabels.of(place.shape()),
                place.meaning(),
                place.field().map(Field::required).orElse(false),
                place.field().flatMap(Field::defaultValue),
                place.field().flatMap(Field::otherwise),
                values,
                variants,
                deep
                        ? reachable.listedFields().stream()
                                .map(field -> entry(
                                        place.below(
                                                field.name(), field.shape(), Optional.of(field), field.description()),
                                        false))
                                .toList()
                        : List.of());
    }

    private static void collect(Place place, Set<ValueShape> open, List<String> paths) {
        if (!place.path().isEmpty()) {
            paths.add(place.path());
        }
        if (!open.add(place.shape())) {
            return;
        }
        ReachableFields reachable = ReachableFields.of(place.shape());
        reachable
                .variants()
                .forEach((name, shape) -> collect(place.below(name, shape, Optional.empty(), ""), open, paths));
        if (!place.path().isEmpty()) {
            reachable
                    .listedFields()
                    .forEach(field ->
                            collect(place.below(field.name(), field.shape(), Optional.of(field), ""), open, paths));
        }
        open.remove(place.shape());
    }
}
