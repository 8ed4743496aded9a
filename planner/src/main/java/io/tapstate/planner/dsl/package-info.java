/**
 * Text to specs: located YAML, variables, the grammar, and every fault a file shows by itself. Knows no schema and
 * resolves no name. Start at {@link io.tapstate.planner.dsl.TapParser}.
 */
package io.tapstate.planner.dsl;
