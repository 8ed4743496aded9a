package io.tapstate.cli.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

class DocumentRendererTest {
    private final BsonDocument order = BsonDocument.parse("{_id: {$numberLong: '1'}, amount: {$numberDecimal: '10.00'},"
            + " at: {$date: '2026-01-02T03:04:05Z'}, shipments: [{id: 1, carrier: 'dhl'}], none: []}");

    @Test
    void peopleSeePlainNumbersAndTimes() {
        assertThat(DocumentRenderer.line(order))
                .isEqualTo("{\"_id\": 1, \"amount\": 10.00, \"at\": \"2026-01-02T03:04:05Z\","
                        + " \"shipments\": [{\"id\": 1, \"carrier\": \"dhl\"}], \"none\": []}");
    }

    @Test
    void programsKeepEveryType() {
        assertThat(DocumentRenderer.json(order)).contains("\"amount\": {\"$numberDecimal\": \"10.00\"}");
    }

    @Test
    void prettyBreaksTheDocumentAndKeepsShortPartsInALine() {
        assertThat(DocumentRenderer.pretty(order)).isEqualTo("""
                        {
                          "_id": 1,
                          "amount": 10.00,
                          "at": "2026-01-02T03:04:05Z",
                          "shipments": [{"id": 1, "carrier": "dhl"}],
                          "none": []
                        }""");
    }

    @Test
    void prettyPutsEachItemOfALongArrayOnALineOfItsOwn() {
        BsonDocument wide =
                BsonDocument.parse("{items: [{name: '" + "x".repeat(60) + "'}, {name: '" + "y".repeat(60) + "'}]}");
        assertThat(DocumentRenderer.pretty(wide).lines()).hasSize(6);
    }

    @Test
    void canonicalTellsAnIntFromALong() {
        assertThat(DocumentRenderer.canonical(BsonDocument.parse("{a: {$numberLong: '1'}}")))
                .isNotEqualTo(DocumentRenderer.canonical(BsonDocument.parse("{a: 1}")));
    }
}
