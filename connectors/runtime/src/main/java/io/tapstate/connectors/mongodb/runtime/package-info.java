/**
 * The Flink sink that keeps MongoDB documents equal to changes. Reading documents is not here. Start at
 * {@link io.tapstate.connectors.mongodb.runtime.MongoDocumentSink}.
 */
package io.tapstate.connectors.mongodb.runtime;
