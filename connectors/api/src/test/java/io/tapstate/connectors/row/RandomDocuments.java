package io.tapstate.connectors.row;

import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;

/** Documents of every BSON type, nested up to a given depth. */
final class RandomDocuments {
    private static final String[] WORDS = {"", "a", "é", "\u20ac", "name", "\ud83d\ude00x", "0", "a.b", "$x"};

    private final Random random;

    RandomDocuments(Random random) {
        this.random = random;
    }

    BsonDocument document(int depth) {
        BsonDocument document = new BsonDocument();
        for (int fields = random.nextInt(6); fields > 0; fields--) {
            document.append(word() + random.nextInt(4), value(depth));
        }
        return document;
    }

    private BsonValue value(int depth) {
        return switch (random.nextInt(depth > 0 ? 22 : 20)) {
            case 0 -> new BsonDouble(random.nextDouble());
            case 1 -> new BsonString(word() + "\0" + word());
            case 2 -> new BsonBinary((byte) random.nextInt(6), bytes(16));
            case 3 -> new BsonUndefined();
            case 4 -> new BsonObjectId(new ObjectId(bytes(12)));
            case 5 -> BsonBoolean.valueOf(random.nextBoolean());
            case 6 -> new BsonDateTime(random.nextLong());
            case 7 -> BsonNull.VALUE;
            case 8 -> new BsonRegularExpression(word(), random.nextBoolean() ? "i" : "");
            case 9 -> new BsonDbPointer("db." + word(), new ObjectId(bytes(12)));
            case 10 -> new BsonJavaScript(word());
            case 11 -> new BsonSymbol(word());
            case 12 -> new BsonJavaScriptWithScope(word(), new BsonDocument("x", new BsonInt32(1)));
            case 13 -> new BsonInt32(random.nextInt());
            case 14 -> new BsonTimestamp(random.nextLong());
            case 15 -> new BsonInt64(random.nextLong());
            case 16 -> new BsonDecimal128(new Decimal128(random.nextLong()));
            case 17 -> new BsonMinKey();
            case 18 -> new BsonMaxKey();
            case 19 -> new BsonString(word());
            case 20 -> document(depth - 1);
            default -> {
                BsonArray array = new BsonArray();
                for (int items = random.nextInt(4); items > 0; items--) {
                    array.add(value(depth - 1));
                }
                yield array;
            }
        };
    }

    private String word() {
        return WORDS[random.nextInt(WORDS.length)];
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
