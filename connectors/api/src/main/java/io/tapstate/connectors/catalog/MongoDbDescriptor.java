package io.tapstate.connectors.catalog;

import static io.tapstate.connectors.catalog.OptionSpec.optional;
import static io.tapstate.connectors.catalog.OptionSpec.required;
import static io.tapstate.connectors.catalog.OptionType.BOOLEAN;
import static io.tapstate.connectors.catalog.OptionType.NUMBER;
import static io.tapstate.connectors.catalog.OptionType.TEXT;

import io.tapstate.connectors.mongodb.MongoDbOptions;
import java.util.List;
import java.util.Set;

/** MongoDB and the stores that speak its protocol. */
final class MongoDbDescriptor {
    private static final OptionSpec IS_URI =
            optional("isUri", BOOLEAN, "true", "Whether the address is one connection string (uri) or its parts");
    private static final OptionSpec SSL = optional("ssl", BOOLEAN, "false", "Whether the connection is encrypted")
            .when(IS_URI, "false")
            .actedOnOnly("false");
    private static final OptionSpec SSL_VALIDATE = optional(
                    "sslValidate", BOOLEAN, "false", "Whether the server's certificate is checked")
            .when(SSL, "true")
            .actedOnOnly();

    static final ConnectorDescriptor DESCRIPTOR = new ConnectorDescriptor(
            MongoDbOptions.CONNECTOR,
            "MongoDB",
            ConnectorStage.STABLE,
            Set.of(ConnectorRole.TARGET),
            Set.of(ConnectorRole.TARGET),
            Set.of(),
            Set.of(WriteMode.UPSERT, WriteMode.APPEND),
            List.of(
                    IS_URI,
                    // May carry credentials, so the whole text is a secret.
                    required("uri", TEXT, "Connection string; its path names the database (views without one)")
                            .asSecret()
                            .when(IS_URI, "true"),
                    required("host", TEXT, "Address of the server, host or host:port; several separated by commas")
                            .when(IS_URI, "false"),
                    required("database", TEXT, "Database that is written to").when(IS_URI, "false"),
                    optional("user", TEXT, "", "User to log in as, who is kept in the database admin")
                            .when(IS_URI, "false"),
                    optional("password", TEXT, "", "Password of the user")
                            .asSecret()
                            .when(IS_URI, "false"),
                    optional(
                                    "additionalString",
                                    TEXT,
                                    "",
                                    "Parameters of the connection string: name=value, joined by &")
                            .when(IS_URI, "false"),
                    SSL,
                    required("sslKey", TEXT, "Client certificate with its key")
                            .asSecret()
                            .when(SSL, "true")
                            .actedOnOnly(),
                    optional("sslPass", TEXT, "", "Password of that key")
                            .asSecret()
                            .when(SSL, "true")
                            .actedOnOnly(),
                    SSL_VALIDATE,
                    required("sslCA", TEXT, "Certificate that the server's is checked against")
                            .when(SSL_VALIDATE, "true")
                            .actedOnOnly(),
                    optional("schemaLimit", NUMBER, "1024", "How many fields of a sampled schema are kept")
                            .actedOnOnly("1024"),
                    optional(
                                    "mongodbLoadSchemaSampleSize",
                                    NUMBER,
                                    "1000",
                                    "How many documents a schema is sampled from")
                            .actedOnOnly("1000")),
            List.of(
                    PreparationStep.write(
                            "a user who may read and write the database",
                            "use admin",
                            "db.createUser({user: 'TAPSTATE', pwd: 'PASSWORD',"
                                    + " roles: [{role: 'readWrite', db: 'DATABASE'}]})"),
                    PreparationStep.write("MongoDB 5.0 or later; a replica set where views are watched")),
            List.of(
                    "it is written to, not read from",
                    "a uri with tls=true is used as it stands; keys and certificates as settings are not yet",
                    "documents of more than 16 MB cannot be stored"));

    private MongoDbDescriptor() {}
}
