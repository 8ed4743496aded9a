package io.tapstate.planner.grammar;

/**
 * One allowed value.
 *
 * @param meaning what choosing it does, one sentence without a full stop
 */
public record Spelling(String text, String meaning) {}
