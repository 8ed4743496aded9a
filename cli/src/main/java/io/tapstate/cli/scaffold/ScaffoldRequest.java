package io.tapstate.cli.scaffold;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the command line said about a new resource; the rest is asked.
 *
 * @param settings config keys of a source
 * @param sources the sources of a pipeline
 * @param syncTargets the sources that a pipeline or a serve writes to
 * @param tables the tables of a source, or the one a pipeline's view shows
 * @param primaryKey columns of a view's key
 */
public record ScaffoldRequest(
        Optional<String> kind,
        Optional<String> type,
        Optional<String> connector,
        Optional<String> id,
        Optional<String> mode,
        Map<String, String> settings,
        List<String> sources,
        List<String> syncTargets,
        List<String> tables,
        List<String> primaryKey) {
    public ScaffoldRequest {
        settings = Map.copyOf(settings);
        sources = List.copyOf(sources);
        syncTargets = List.copyOf(syncTargets);
        tables = List.copyOf(tables);
        primaryKey = List.copyOf(primaryKey);
    }
}
