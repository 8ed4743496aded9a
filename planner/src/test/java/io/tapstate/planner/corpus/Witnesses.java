package io.tapstate.planner.corpus;

import io.tapstate.connectors.diagnostics.Diagnostic;
import io.tapstate.planner.TapPlanner;
import java.util.Set;
import java.util.TreeSet;

/** The codes that the corpus shows. */
public final class Witnesses {
    private Witnesses() {}

    /** Of every fault, and of every warning of a workspace that is right. */
    public static Set<String> codes() {
        TreeSet<String> codes = new TreeSet<>();
        FaultCase.all().stream()
                .flatMap(fault -> fault.faults().stream())
                .map(Diagnostic::code)
                .forEach(codes::add);
        for (CorpusCase valid : CorpusCase.valid()) {
            valid.plan().warnings().forEach(warning -> codes.add(warning.code()));
            TapPlanner.validate(valid.workspace()).forEach(warning -> codes.add(warning.code()));
        }
        return codes;
    }
}
