package io.tapstate.connectors.mongodb.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import io.tapstate.connectors.api.ChangeKind;
import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.embedded.TestDatabases;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.row.ColumnChange;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class ColumnChangesIT {
    @Test
    void documentsLookAsRowsDoAfterwardsAndDoingItAgainChangesNothing() {
        String database = TestDatabases.uniqueName("columns");
        try (MongoClient client = MongoClients.create(TestDatabases.store().uri(database))) {
            MongoCollection<BsonDocument> target =
                    client.getDatabase(database).getCollection("orders", BsonDocument.class);
            target.insertMany(List.of(
                    BsonDocument.parse("{_id: 1, a: 'x', old: 1}"),
                    BsonDocument.parse("{_id: 2, a: null, old: 2, note: 'written already'}")));
            RowChange change = new RowChange(
                    ChangeKind.DDL,
                    new TableId("shop", "orders"),
                    new RowKey(new byte[0]),
                    null,
                    ColumnChange.encode(List.of(
                            ColumnChange.added("note", new BsonString("none")),
                            ColumnChange.added("empty", BsonNull.VALUE),
                            ColumnChange.dropped("old"),
                            ColumnChange.renamed("a", "b"))),
                    7,
                    "log:1");

            for (int i = 0; i < 2; i++) {
                ColumnChanges.apply(target, change);

                assertThat(target.find().into(new ArrayList<>()))
                        .containsExactlyInAnyOrder(
                                BsonDocument.parse("{_id: 1, note: 'none', empty: null, b: 'x'}"),
                                BsonDocument.parse("{_id: 2, note: 'written already', empty: null, b: null}"));
            }
        }
    }
}
