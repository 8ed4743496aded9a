/**
 * Reading and writing rows as raw BSON, without building objects. Holds no key rule and no change type. Start at
 * {@link io.tapstate.connectors.row.RawRow}.
 */
package io.tapstate.connectors.row;
