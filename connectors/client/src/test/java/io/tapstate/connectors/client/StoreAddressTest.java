package io.tapstate.connectors.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.ServerAddress;
import io.tapstate.connectors.diagnostics.Diagnostic;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class StoreAddressTest {
    private static final StoreAddress ADDRESS = StoreAddress.of("mongodb://someone:s3cr3t@127.0.0.1:1/views");

    @Test
    void aLoginThatFailsIsTheUsersFault() {
        MongoCredential credential = MongoCredential.createCredential("someone", "views", "s3cr3t".toCharArray());
        Diagnostic fault = fault(new MongoSecurityException(
                credential, "Exception authenticating", command(18, "Authentication failed.")));

        assertThat(fault.code()).isEqualTo("store.login-refused");
        assertThat(fault.parameters())
                .containsEntry("store", "mongodb://127.0.0.1:1/views")
                .containsEntry("reason", "Authentication failed.");
    }

    @Test
    void aUserWhoMayNotReadIsRefusedToo() {
        assertThat(fault(command(13, "not authorized on views")).code()).isEqualTo("store.login-refused");
    }

    @Test
    void anyOtherRefusalOfTheServerIsAFailedReadInItsOwnWords() {
        Diagnostic fault = fault(command(96, "Executor error: sort exceeded memory limit"));

        assertThat(fault.code()).isEqualTo("store.read-failed");
        assertThat(fault.message())
                .contains("orders", "sort exceeded memory limit")
                .doesNotContain("s3cr3t");
    }

    private static MongoCommandException command(int code, String words) {
        return new MongoCommandException(
                BsonDocument.parse("{ok: 0, code: " + code + ", errmsg: '" + words + "'}"),
                new ServerAddress("127.0.0.1", 1));
    }

    private static Diagnostic fault(MongoException fault) {
        return ADDRESS.fault(fault, "orders").diagnostics().get(0);
    }
}
