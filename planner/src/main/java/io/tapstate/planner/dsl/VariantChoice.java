package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.grammar.ValueShape;

/** Tells which variant of a {@link ValueShape.Variants} a mapping is. */
final class VariantChoice {
    private static final String USE = "use";

    private VariantChoice() {}

    /** Records no fault: where the mapping does not say, the shape for that case does. */
    static ValueShape of(ValueShape.Variants shape, YamlMapping mapping, ScalarReader scalars) {
        if (shape.used().isPresent() && mapping.value(USE).isPresent()) {
            return shape.used().get();
        }
        ValueShape chosen = shape.discriminator()
                .flatMap(mapping::value)
                .filter(YamlScalar.class::isInstance)
                .flatMap(value -> scalars.peek((YamlScalar) value))
                .map(shape.byValue()::get)
                .orElse(shape.otherwise());
        return chosen instanceof ValueShape.Variants nested ? of(nested, mapping, scalars) : chosen;
    }
}
