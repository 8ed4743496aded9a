/**
 * What the mongodb connector is without any driver: its settings. Writing and reading live in other modules. Start at
 * {@link io.tapstate.connectors.mongodb.MongoDbOptions}.
 */
package io.tapstate.connectors.mongodb;
