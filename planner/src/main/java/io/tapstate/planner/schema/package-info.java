/**
 * The recorded schemas of a workspace: one file per source under {@code schemas/}, written by {@code tapstate
 * discover-schema}, read by plans. Knows no database. Start at {@link io.tapstate.planner.schema.SchemaSnapshot}; the
 * file's form is {@link io.tapstate.planner.schema.SchemaSnapshotCodec}.
 */
package io.tapstate.planner.schema;
