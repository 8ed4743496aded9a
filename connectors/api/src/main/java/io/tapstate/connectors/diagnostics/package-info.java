/**
 * The error kernel: codes, diagnostics, wording. It stands in the lowest module because every other one reports through
 * it. Holds no rendering (that is the command line's) and no codes of its own; each domain keeps its enum beside the
 * code that throws. Start at {@link io.tapstate.connectors.diagnostics.ErrorCode}.
 */
package io.tapstate.connectors.diagnostics;
