/**
 * The command line: {@link io.tapstate.cli.Tapstate} is its main class, one class per verb stands in {@code command},
 * what people see is made in {@code render}, processes are supervised in {@code run}, Flink is asked in
 * {@code gateway}, and {@code demo} plays the guided tour. No Flink class is ever loaded here: a running engine is a
 * child process or a REST address.
 */
package io.tapstate.cli;
