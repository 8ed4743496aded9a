package io.tapstate.planner.dsl;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.spec.Located;
import io.tapstate.planner.spec.ResourceSpec;
import java.util.List;
import java.util.Optional;

/**
 * What one file turned out to be. A file with faults still has every part that could be read, so that later stops judge
 * it too.
 *
 * @param kind one of the five; absent when it could not be told
 * @param id absent when missing or illegal
 * @param resource absent when a part is missing that nothing can be judged without
 * @param faults everything wrong with the file by itself, sorted by place
 */
public record ParsedResource(
        TapFile file,
        Optional<String> kind,
        Optional<Located<String>> id,
        Optional<ResourceSpec> resource,
        List<Diagnostic> faults) {
    public ParsedResource {
        faults = List.copyOf(faults);
    }

    /** The resource, when it is of that type. */
    public <T extends ResourceSpec> Optional<T> resource(Class<T> type) {
        return resource.filter(type::isInstance).map(type::cast);
    }
}
