package io.tapstate.connectors.embedded;

import de.bwaldvogel.mongo.MongoCollection;
import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.Index;
import de.bwaldvogel.mongo.backend.IndexKey;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.backend.h2.H2Database;
import java.util.List;
import org.h2.mvstore.MVMap;

/**
 * The library's backend, whose maps are opened here first, with {@link DocumentKeyType}: it then takes the open map. As
 * the library opens them, documents whose {@code _id} is a document are not found again until the store is restarted.
 */
final class DocumentBackend extends H2Backend {
    /** How the library names its maps, before and behind the collection's name. */
    private static final String DOCUMENTS = "databases.";

    private static final String INDEX = "._index_";

    DocumentBackend(String file) {
        super(file);
    }

    @Override
    protected MongoDatabase openOrCreateDatabase(String name) {
        return new OrderedDatabase(name);
    }

    private void open(String map) {
        getMvStore().openMap(map, new MVMap.Builder<>().keyType(new DocumentKeyType()));
    }

    /** Inner, because its parent opens maps while it is constructed. */
    private final class OrderedDatabase extends H2Database {
        OrderedDatabase(String name) {
            super(name, DocumentBackend.this.getMvStore(), DocumentBackend.this.getCursorRegistry());
        }

        @Override
        protected Index<Object> openOrCreateUniqueIndex(
                String collection, String index, List<IndexKey> keys, boolean sparse) {
            open(getFullCollectionNamespace(collection) + INDEX + index);
            return super.openOrCreateUniqueIndex(collection, index, keys, sparse);
        }

        @Override
        protected MongoCollection<Object> openOrCreateCollection(String collection, CollectionOptions options) {
            open(DOCUMENTS + getFullCollectionNamespace(collection));
            return super.openOrCreateCollection(collection, options);
        }
    }
}
