package io.tapstate.planner.plan;

import io.tapstate.connectors.api.TableId;
import java.util.OptionalLong;

/**
 * A table whose rows a change needs.
 *
 * @param source id of the source
 * @param rows by the database's statistics; empty when unknown
 * @param again whether the running pipeline has read it already
 * @param readable whether its rows are read at all; a source that reads changes only cannot fill anything again
 */
public record TableRead(String source, TableId table, OptionalLong rows, boolean again, boolean readable) {}
