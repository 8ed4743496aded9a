/**
 * Keys as order-preserving bytes: what rows are partitioned, joined and sorted by. Holds no table or plan knowledge.
 * Start at {@link io.tapstate.connectors.key.KeyEncoding}.
 */
package io.tapstate.connectors.key;
