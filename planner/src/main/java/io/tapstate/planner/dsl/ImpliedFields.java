package io.tapstate.planner.dsl;

import io.tapstate.planner.dsl.CanonicalNode.Item;
import io.tapstate.planner.dsl.CanonicalNode.Items;
import io.tapstate.planner.dsl.CanonicalNode.Scalar;
import io.tapstate.planner.dsl.CanonicalNode.Style;
import io.tapstate.planner.dsl.YamlNode.YamlMapping;
import io.tapstate.planner.dsl.YamlNode.YamlScalar;
import io.tapstate.planner.dsl.YamlNode.YamlSequence;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The ids and {@code from}s that a pipeline or serve has without writing them. */
final class ImpliedFields {
    private final Map<YamlNode, Map<String, CanonicalNode>> fields = new IdentityHashMap<>();

    /** @param root a resource without faults */
    ImpliedFields(YamlMapping root) {
        String kind = text(root, "kind").map(YamlScalar::written).orElse("");
        if (kind.equals("pipeline")) {
            pipeline(root);
        } else if (kind.equals("serve")) {
            outputs(root);
        }
    }

    /** The value an absent field of a mapping, or of a name that is short for one, has. */
    Optional<CanonicalNode> of(YamlNode owner, String field) {
        return Optional.ofNullable(fields.getOrDefault(owner, Map.of()).get(field));
    }

    private void pipeline(YamlMapping root) {
        Optional<Scalar> last = Optional.empty();
        List<YamlNode> steps = items(root, "transforms");
        for (int i = 0; i < steps.size(); i++) {
            YamlNode step = steps.get(i);
            last.ifPresent(from -> imply(step, "from", new Items(List.of(new Item(from, Comments.NONE)))));
            last = Optional.of(stepId(step, i + 1));
        }
        Optional<YamlNode> view = root.value("view");
        if (view.isPresent()) {
            last.ifPresent(from -> imply(view.get(), "from", from));
            last = Optional.of(blockId(view.get(), "view"));
        }
        Optional<YamlNode> serve = root.value("serve");
        if (serve.isPresent()) {
            last.ifPresent(from -> imply(serve.get(), "from", from));
            blockId(serve.get(), "serve");
            outputs(serve.get());
        }
    }

    private Scalar stepId(YamlNode step, int position) {
        if (step instanceof YamlScalar use) {
            return scalar(use);
        }
        YamlMapping mapping = (YamlMapping) step;
        return text(mapping, "id")
                .or(() -> text(mapping, "use"))
                .map(ImpliedFields::scalar)
                .orElseGet(() -> {
                    String type = text(mapping, "type").map(YamlScalar::written).orElse("");
                    Scalar id = Scalar.text(type + "_" + position);
                    imply(step, "id", id);
                    return id;
                });
    }

    private Scalar blockId(YamlNode block, String byDefault) {
        if (block instanceof YamlScalar use) {
            return scalar(use);
        }
        YamlMapping mapping = (YamlMapping) block;
        return text(mapping, "id")
                .or(() -> text(mapping, "use"))
                .map(ImpliedFields::scalar)
                .orElseGet(() -> {
                    Scalar id = Scalar.text(byDefault);
                    imply(block, "id", id);
                    return id;
                });
    }

    private void outputs(YamlNode serve) {
        if (serve instanceof YamlMapping mapping) {
            numbered(mapping, "sync");
            numbered(mapping, "push");
        }
    }

    private void numbered(YamlMapping serve, String list) {
        List<YamlNode> items = items(serve, list);
        for (int i = 0; i < items.size(); i++) {
            imply(items.get(i), "id", Scalar.text(list + "_" + (i + 1)));
        }
    }

    private void imply(YamlNode owner, String field, CanonicalNode value) {
        fields.computeIfAbsent(owner, key -> new TreeMap<>()).put(field, value);
    }

    private static List<YamlNode> items(YamlMapping mapping, String field) {
        return mapping.value(field)
                .filter(YamlSequence.class::isInstance)
                .map(list -> ((YamlSequence) list).items())
                .orElse(List.of());
    }

    private static Optional<YamlScalar> text(YamlMapping mapping, String field) {
        return mapping.value(field).filter(YamlScalar.class::isInstance).map(YamlScalar.class::cast);
    }

    private static Scalar scalar(YamlScalar text) {
        return new Scalar(text.parts(), Style.TEXT);
    }
}
