package io.tapstate.connectors.runtime;

import io.tapstate.connectors.api.ConnectionConfig;
import java.util.List;

/**
 * What a job wants written.
 *
 * @param config every reference resolved; {@code uri} names the store and the database
 * @param collection target collection
 * @param primaryKey columns of the key, in order: {@code _id} and a unique index
 * @param indexes further single-field indexes
 * @param faults what to do with a document that the store cannot hold
 */
public record SinkRequest(
        ConnectionConfig config,
        String collection,
        List<String> primaryKey,
        List<String> indexes,
        RecordFaults faults) {}
