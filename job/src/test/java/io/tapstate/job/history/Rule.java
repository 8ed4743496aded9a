package io.tapstate.job.history;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** What a step does to rows, as text for the planner and in Java for the model. */
sealed interface Rule {
    /** What it makes of a row; null when the row does not pass. */
    BsonDocument apply(BsonDocument row);

    /** Its lines in the step, indented by four. */
    String yaml();

    /** What a column is called after it. */
    default String renamed(String column) {
        return column;
    }

    /** Whether what reads its rows could read those it gets instead. */
    default boolean dispensable() {
        return true;
    }

    /** A condition on one column. */
    record Filter(String expression, Predicate<BsonDocument> holds) implements Rule {
        @Override
        public BsonDocument apply(BsonDocument row) {
            return holds.test(row) ? row : null;
        }

        @Override
        public String yaml() {
            return "    type: filter\n    expr: '" + expression.replace("'", "''") + "'\n";
        }
    }

    /**
     * @param rules in the order of the columns they make
     * @param renames old name to new
     */
    record Mapping(List<Field> rules, TreeMap<String, String> renames) implements Rule {
        /**
         * @param text as written
         * @param consumed the column that is not passed on besides; null for none
         * @param value of the row; gives null for no column
         */
        record Field(String name, String text, String consumed, UnaryOperator<BsonValue> value, String read) {}

        @Override
        public BsonDocument apply(BsonDocument row) {
            BsonDocument out = new BsonDocument();
            List<String> gone = new ArrayList<>();
            for (Field rule : rules) {
                gone.add(rule.name());
                gone.add(rule.consumed());
                BsonValue value = rule.value().apply(rule.read() == null ? null : row.get(rule.read()));
                if (value != null) {
                    out.put(rule.name(), value);
                }
            }
            row.forEach((name, value) -> {
                if (!gone.contains(name)) {
                    out.put(name, value);
                }
            });
            return out;
        }

        @Override
        public String yaml() {
            StringBuilder text = new StringBuilder("    type: map\n    fields:\n");
            rules.forEach(rule -> text.append("      ")
                    .append(rule.name())
                    .append(": ")
                    .append(rule.text())
                    .append('\n'));
            return text.toString();
        }

        @Override
        public String renamed(String column) {
            return renames.getOrDefault(column, column);
        }

        @Override
        public boolean dispensable() {
            return renames.isEmpty();
        }
    }

    /** Adds a letter to a text column, or a column of one letter where there is none. */
    record Script(String column) implements Rule {
        @Override
        public BsonDocument apply(BsonDocument row) {
            BsonDocument out = row.clone();
            BsonValue old = row.get(column);
            if (old == null || !old.isNull()) {
                out.put(
                        column,
                        new BsonString((old == null ? "" : old.asString().getValue()) + "~"));
            }
            return out;
        }

        @Override
        public String yaml() {
            return """
                        type: js
                        script: |
                          const changed = (text) => text === undefined ? '~' : text === null ? null : text + '~';
                          function process(record) {
                            for (const row of [record.before, record.after]) {
                              if (row !== null && (row === record.after || row.COLUMN !== undefined)) {
                                row.COLUMN = changed(row.COLUMN);
                              }
                            }
                            return record;
                          }
                    """.replace("COLUMN", column);
        }
    }

    /** Passes everything. */
    record Union() implements Rule {
        @Override
        public BsonDocument apply(BsonDocument row) {
            return row;
        }

        @Override
        public String yaml() {
            return "    type: union\n";
        }
    }
}
