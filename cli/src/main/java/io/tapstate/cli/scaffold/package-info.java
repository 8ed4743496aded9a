/**
 * Writes the first version of a resource: asks what is not given, fills in the text of the kind, and hands over nothing
 * that the planner would refuse. Secrets become references to variables. Start at
 * {@link io.tapstate.cli.scaffold.Scaffolder}.
 */
package io.tapstate.cli.scaffold;
