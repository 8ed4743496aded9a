/**
 * What the files say, as immutable records with the place of every value: one record per construct of the language.
 * No name is resolved here and no default is applied except where a record says so. Start at
 * {@link io.tapstate.planner.spec.ResourceSpec}.
 */
package io.tapstate.planner.spec;
