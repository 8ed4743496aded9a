/**
 * Tests of the distribution as it is shipped: the jars and the configuration below {@code target/tapstate}, started as
 * processes of their own. Start at {@link io.tapstate.dist.StandaloneClusterIT}.
 */
package io.tapstate.dist;
