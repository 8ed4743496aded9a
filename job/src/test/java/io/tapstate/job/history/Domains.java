package io.tapstate.job.history;

import io.tapstate.connectors.api.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Picks the values of keys. */
final class Domains {
    private static final List<ColumnType> TYPES = List.of(
            ColumnType.INTEGER,
            ColumnType.INTEGER,
            ColumnType.INTEGER,
            ColumnType.STRING,
            ColumnType.STRING,
            ColumnType.DECIMAL,
            ColumnType.DECIMAL,
            ColumnType.DATE,
            ColumnType.TIMESTAMP,
            ColumnType.BINARY,
            ColumnType.UUID);

    private Domains() {}

    static Domain any(Random random, Set<Feature> without, Set<Feature> features) {
        List<ColumnType> types = new ArrayList<>(TYPES);
        types.removeIf(type -> without.contains(feature(type)));
        ColumnType type = types.isEmpty() ? ColumnType.INTEGER : types.get(random.nextInt(types.size()));
        int form = random.nextInt(5);
        features.add(feature(type));
        return new Domain(
                type,
                3 + random.nextInt(3),
                type != ColumnType.DECIMAL || form < 3
                        ? Domain.Form.WHOLE
                        : form == 3 ? Domain.Form.FRACTION : Domain.Form.BEYOND_INT64,
                0);
    }

    /** For a part of a key that another part makes different from world to world. */
    static Domain part(Random random, Set<Feature> without, Set<Feature> features) {
        if (random.nextBoolean() || without.contains(Feature.KEY_BOOLEAN)) {
            Domain any = any(random, without, features);
            return new Domain(any.type(), 2, any.form(), 0);
        }
        features.add(Feature.KEY_BOOLEAN);
        return new Domain(ColumnType.BOOLEAN, 2, Domain.Form.WHOLE, 0);
    }

    static Feature feature(ColumnType type) {
        return Feature.valueOf("KEY_" + type);
    }
}
