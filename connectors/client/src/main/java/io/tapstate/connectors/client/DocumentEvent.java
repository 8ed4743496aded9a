package io.tapstate.connectors.client;

import org.bson.BsonDocument;

/**
 * What happened to one watched document.
 *
 * @param before the version seen last; null when there is none ({@code PRESENT}, {@code APPEARED})
 * @param after the version that stands now; null for {@code GONE}
 */
public record DocumentEvent(Kind kind, BsonDocument before, BsonDocument after) {
    /** How a document came into, stayed in or left what is watched. */
    public enum Kind {
        /** It was there when the watch began. */
        PRESENT,
        /** It was inserted, or changed so that the filter matches it. */
        APPEARED,
        /** It differs from the version seen last. */
        CHANGED,
        /** It was deleted, or the filter matches it no more. */
        GONE
    }
}
