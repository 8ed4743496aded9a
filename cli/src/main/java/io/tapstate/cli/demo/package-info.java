/**
 * The order-state demo: real servers, the sample rows, the workspace a user would write, and the tour that proves that
 * all of it works. The pipeline itself runs through {@code cli.run}, as any other does. Start at
 * {@link io.tapstate.cli.demo.DemoSession}.
 */
package io.tapstate.cli.demo;
