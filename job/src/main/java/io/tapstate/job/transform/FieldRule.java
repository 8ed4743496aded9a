package io.tapstate.job.transform;

import io.tapstate.connectors.row.RowWriter;
import io.tapstate.planner.plan.Literal;
import io.tapstate.planner.plan.MapRowsStep;
import io.tapstate.planner.plan.MapRowsStep.Rule;
import java.io.Serializable;
import java.math.BigDecimal;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/**
 * One rule of a map, as it travels to where the step runs.
 *
 * @param name the column that comes out
 * @param text the column that is renamed, or the expression; else empty
 * @param constant a BSON document of the one column, for a constant; else empty
 */
public record FieldRule(String name, Kind kind, String text, byte[] constant) implements Serializable {
    enum Kind {
        RENAME,
        DROP,
        COMPUTED,
        CONSTANT
    }

    private static final byte[] NONE = {};

    public static FieldRule of(MapRowsStep.Field field) {
        if (field.rule() instanceof Rule.Rename rename) {
            return new FieldRule(field.name(), Kind.RENAME, rename.source(), NONE);
        }
        if (field.rule() instanceof Rule.Computed computed) {
            return new FieldRule(field.name(), Kind.COMPUTED, computed.expression(), NONE);
        }
        if (field.rule() instanceof Rule.Constant constant) {
            byte[] value = RowWriter.encode(new BsonDocument(field.name(), bson(constant.value())));
            return new FieldRule(field.name(), Kind.CONSTANT, "", value);
        }
        return new FieldRule(field.name(), Kind.DROP, "", NONE);
    }

    private static BsonValue bson(Literal literal) {
        if (literal instanceof Literal.Text text) {
            return new BsonString(text.value());
        } else if (literal instanceof Literal.Flag flag) {
            return BsonBoolean.valueOf(flag.value());
        } else if (literal instanceof Literal.Whole whole) {
            return whole.value().bitLength() < Long.SIZE
                    ? new BsonInt64(whole.value().longValue())
                    : new BsonDecimal128(new Decimal128(new BigDecimal(whole.value())));
        } else if (literal instanceof Literal.Decimal decimal) {
            return new BsonDecimal128(new Decimal128(decimal.value()));
        } else if (literal instanceof Literal.Special special) {
            return new BsonDouble(special.value());
        } else if (literal instanceof Literal.Items items) {
            return new BsonArray(items.items().stream().map(FieldRule::bson).toList());
        } else if (literal instanceof Literal.Fields fields) {
            BsonDocument document = new BsonDocument();
            fields.fields().forEach(field -> document.put(field.name(), bson(field.value())));
            return document;
        }
        return BsonNull.VALUE;
    }
}
