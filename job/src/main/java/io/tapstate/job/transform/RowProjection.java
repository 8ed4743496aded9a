package io.tapstate.job.transform;

import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import io.tapstate.job.transform.FieldRule.Kind;
import io.tapstate.job.transform.RowExpression.Event;
import io.tapstate.planner.expression.CelExpression.Passed;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** The columns of one image of a row, by the rules of a map. Not for several threads at once. */
final class RowProjection {
    private final List<ProjectedField> fields;
    private final boolean open;
    private final Set<String> replaced = new HashSet<>();
    private final Set<String> consumed = new HashSet<>();
    private RowWriter writer = new RowWriter();

    /** @param open whether a renamed column may be absent from a whole row; else an image without it is a part of one */
    RowProjection(List<ProjectedField> fields, boolean open) {
        this.fields = fields;
        this.open = open;
        for (ProjectedField field : fields) {
            replaced.add(field.rule().name());
            if (field.rule().kind() == Kind.RENAME) {
                consumed.add(field.rule().text());
            }
        }
    }

    byte[] after(Event event) {
        return project(event, event.after(), false);
    }

    /** The old row, as it came out when it was the new one. */
    byte[] before(Event event) {
        return project(event, event.before(), true);
    }

    private byte[] project(Event event, byte[] image, boolean old) {
        // A new one, for a failure leaves half a row behind.
        writer = new RowWriter();
        RawRow cursor = new RawRow(image);
        Set<String> kept = new HashSet<>();
        for (ProjectedField field : fields) {
            FieldRule rule = field.rule();
            switch (rule.kind()) {
                case RENAME -> {
                    if (cursor.seek(rule.text())) {
                        writer.fieldAs(rule.name(), cursor);
                    } else if (keeps(rule, event, old)) {
                        kept.add(rule.name());
                    }
                }
                case DROP -> {}
                case COMPUTED -> {
                    if (old) {
                        computeOld(field, event);
                    } else {
                        compute(field, event);
                    }
                }
                case CONSTANT -> writer.fields(rule.constant());
            }
        }
        rest(new RawRow(image), kept);
        return writer.finish();
    }

    private void rest(RawRow cursor, Set<String> kept) {
        while (cursor.next()) {
            String name = cursor.name();
            if (!consumed.contains(name) && (!replaced.contains(name) || kept.contains(name))) {
                writer.field(cursor);
            }
        }
    }

    /** Whether the column that a rename would replace stays, because there is nothing to replace it by. */
    private boolean keeps(FieldRule rule, Event event, boolean old) {
        boolean elsewhere = old && event.after() != null && new RawRow(event.after()).seek(rule.text());
        return open && !elsewhere;
    }

    private void computeOld(ProjectedField field, Event event) {
        RowExpression expression = field.expression();
        if (!expression.ofRowAlone() || expression.readsOp() || !expression.coveredBy(event.before())) {
            return;
        }
        Event then = new Event(event.kind(), event.timestamp(), event.table(), null, event.before());
        if (expression.passed().isPresent()) {
            compute(field, then);
            return;
        }
        try {
            write(field.rule().name(), expression.bson(then));
        } catch (TapException e) {
            // What had no value then did not come out, and must not keep its own correction from doing so.
            return;
        }
    }

    private void compute(ProjectedField field, Event event) {
        RowExpression expression = field.expression();
        String name = field.rule().name();
        Optional<Passed> passed = expression.passed();
        if (passed.isPresent()) {
            byte[] image = passed.get().image().equals("after") ? event.after() : event.before();
            RawRow cursor = image == null ? null : new RawRow(image);
            if (cursor != null && cursor.seek(passed.get().column())) {
                writer.fieldAs(name, cursor);
            } else {
                write(name, BsonNull.VALUE);
            }
            return;
        }
        write(name, expression.bson(event));
    }

    private void write(String name, BsonValue value) {
        writer.fields(RowWriter.encode(new BsonDocument(name, value)));
    }
}
