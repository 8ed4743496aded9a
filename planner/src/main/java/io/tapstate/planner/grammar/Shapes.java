package io.tapstate.planner.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Short spellings of {@link ValueShape}s, so that the grammar reads like a table. */
final class Shapes {
    static final ValueShape TRUTH = new ValueShape.Truth();
    static final ValueShape POSITIVE = whole(1, Integer.MAX_VALUE);
    static final ValueShape COLUMNS = list(TextRole.COLUMN);
    static final ValueShape KEY =
            new ValueShape.Either(Optional.of(text(TextRole.COLUMN)), Optional.of(filledList(TextRole.COLUMN)), none());

    private Shapes() {}

    static ValueShape text(TextRole role) {
        return new ValueShape.Text(role, false);
    }

    static ValueShape whole(int least, int most) {
        return new ValueShape.Whole(least, most);
    }

    /** Spellings and meanings in turn. */
    static ValueShape.Choice choice(String... textsAndMeanings) {
        List<Spelling> spellings = new ArrayList<>();
        for (int i = 0; i < textsAndMeanings.length; i += 2) {
            spellings.add(new Spelling(textsAndMeanings[i], textsAndMeanings[i + 1]));
        }
        return new ValueShape.Choice(spellings, Map.of());
    }

    static ValueShape.Choice choice(ValueShape.Choice choice, Map<String, String> older) {
        return new ValueShape.Choice(choice.spellings(), older);
    }

    static ValueShape list(TextRole role) {
        return new ValueShape.Items(text(role), role.many(), true, false, false);
    }

    static ValueShape filledList(TextRole role) {
        return new ValueShape.Items(text(role), role.many(), true, true, false);
    }

    static ValueShape listOf(ValueShape item, String many) {
        return new ValueShape.Items(item, many, false, false, false);
    }

    /** @param what {@code label to text} */
    static ValueShape entries(String key, String what, ValueShape value) {
        return new ValueShape.Entries(key, value, what, true, false);
    }

    static ValueShape filledEntries(String key, String what, ValueShape value) {
        return new ValueShape.Entries(key, value, what, true, true);
    }

    static ValueShape strictText() {
        return new ValueShape.Text(TextRole.TEXT, true);
    }

    static ValueShape strictColumn() {
        return new ValueShape.Text(TextRole.COLUMN, true);
    }

    static ValueShape free(Field... known) {
        return new ValueShape.FreeMap(Arrays.asList(known), List.of(), false);
    }

    static ValueShape fields(ObjectType type) {
        return new ValueShape.Fields(type);
    }

    /** A name alone, or a mapping. */
    static ValueShape nameOr(TextRole name, ValueShape mapping) {
        return new ValueShape.Either(Optional.of(text(name)), none(), Optional.of(mapping));
    }

    static ValueShape oneOrList(TextRole role, boolean distinct) {
        return new ValueShape.Either(
                Optional.of(text(role)),
                Optional.of(new ValueShape.Items(text(role), role.many(), distinct, true, false)),
                none());
    }

    /** What either of two shapes allows; they differ in the kind of YAML node. */
    static ValueShape orMapping(ValueShape shape, ValueShape mapping) {
        ValueShape.Either either = (ValueShape.Either) shape;
        return new ValueShape.Either(either.scalar(), either.list(), Optional.of(mapping));
    }

    /** A mapping with {@code use}, or one without. */
    static ValueShape usedOr(ObjectType used, ObjectType inline) {
        return new ValueShape.Variants(Optional.of(fields(used)), none(), Map.of(), fields(inline));
    }

    /** A mapping whose {@code discriminator} names its type. */
    static ValueShape byField(String discriminator, Map<String, ValueShape> byValue, ObjectType undecided) {
        return new ValueShape.Variants(
                none(), Optional.of(discriminator), new LinkedHashMap<>(byValue), fields(undecided));
    }

    private static <T> Optional<T> none() {
        return Optional.empty();
    }
}
