/**
 * Judges, when the plan is made, the languages that stand inside a file: CEL expressions, scripts, SQL of joins, cron lines
 * and starting points. Pure functions of a text and, where known, of row types; runs nothing, and knows neither files nor
 * Flink. Every text gets an answer, never an exception. Each language's library is loaded with the first text of that
 * language and not before. Start at {@link io.tapstate.planner.expression.CelExpression}.
 */
package io.tapstate.planner.expression;
