package io.tapstate.connectors.embedded;

import de.bwaldvogel.mongo.backend.KeyValue;
import de.bwaldvogel.mongo.bson.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.type.ObjectDataType;

/**
 * Compares keys that hold documents. H2 compares them by their serialized bytes, and in those stands the capacity of the
 * hash table, which is another one for a document that came over the wire than for one that was read from the file. Here
 * both are given the table of one that was read. What is in the file, and its order, are the library's.
 */
final class DocumentKeyType extends ObjectDataType {
    @Override
    public int compare(Object first, Object second) {
        return super.compare(settled(first), settled(second));
    }

    private static Object settled(Object key) {
        if (key instanceof KeyValue values) {
            return values.stream().anyMatch(DocumentKeyType::isNested)
                    ? new KeyValue(values.stream().map(DocumentKeyType::settled).toList())
                    : values;
        }
        if (key instanceof Document document) {
            Document copy = new Document(document);
            for (Map.Entry<String, Object> field : copy.entrySet()) {
                field.setValue(settled(field.getValue()));
            }
            return copy;
        }
        if (key instanceof List<?> values) {
            List<Object> copy = new ArrayList<>(values.size());
            values.forEach(value -> copy.add(settled(value)));
            return copy;
        }
        return key;
    }

    private static boolean isNested(Object value) {
        return value instanceof Document || value instanceof List<?>;
    }
}
