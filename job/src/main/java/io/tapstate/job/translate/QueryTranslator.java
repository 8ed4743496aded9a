package io.tapstate.job.translate;

import io.tapstate.connectors.api.RowChange;
import io.tapstate.connectors.api.TableId;
import io.tapstate.connectors.diagnostics.TapException;
import io.tapstate.connectors.key.RowKey;
import io.tapstate.connectors.runtime.RecordFaults;
import io.tapstate.connectors.runtime.RowChangeTypeInfo;
import io.tapstate.connectors.runtime.RowKeyTypeInfo;
import io.tapstate.job.operator.GiveRowsFunction;
import io.tapstate.job.operator.GuardedGiveRowsFunction;
import io.tapstate.job.operator.ReadRowsFunction;
import io.tapstate.job.operator.SettleRowsFunction;
import io.tapstate.job.query.InputRows;
import io.tapstate.job.query.OutputRows;
import io.tapstate.job.query.QueryError;
import io.tapstate.job.query.QueryTables;
import io.tapstate.planner.expression.JoinReading;
import io.tapstate.planner.plan.QueryRowsStep;
import io.tapstate.planner.plan.StepId;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.PhysicalTransformation;
import org.apache.flink.table.api.Table;
import org.apache.flink.table.api.bridge.java.StreamTableEnvironment;
import org.apache.flink.table.api.config.ExecutionConfigOptions;
import org.apache.flink.table.api.config.OptimizerConfigOptions;
import org.apache.flink.table.catalog.Column;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.Row;

/**
 * Turns {@code query-rows} steps into operators of Flink's SQL. One table environment serves all queries of a job; each
 * query has its inputs in a catalog of its own.
 *
 * <p>Uids: {@code <step>} settles the rows; {@code <step>/read/<alias>}, {@code <step>/rows} stand around the query, and
 * its own operators are {@code <step>/query/<n>}, numbered from the inputs on. Flink numbers operators across queries and
 * runs, so its own names would not be found again.
 */
final class QueryTranslator {
    private final StreamExecutionEnvironment env;
    private final StepFaults policy;
    private StreamTableEnvironment tables;

    QueryTranslator(StreamExecutionEnvironment env, StepFaults policy) {
        this.env = env;
        this.policy = policy;
    }

    /**
     * Adds one query.
     *
     * @param input the stream of one of its tables
     * @param table what its changes carry as their table
     * @throws TapException {@code transform.query-refused}
     */
    DataStream<RowChange> translate(
            QueryRowsStep step, Function<QueryRowsStep.Table, DataStream<RowChange>> input, TableId table) {
        String id = step.id().value();
        JoinReading reading = JoinReading.of(step);
        Map<String, InputRows> inputs = new LinkedHashMap<>();
        Map<String, DataStream<RowData>> streams = new LinkedHashMap<>();
        for (JoinReading.Table read : reading.tables()) {
            QueryRowsStep.Table from = step.tables().stream()
                    .filter(candidate -> candidate.alias().equals(read.alias()))
                    .findFirst()
                    .orElseThrow();
            InputRows rows = new InputRows(id, read);
            inputs.put(read.alias(), rows);
            streams.put(
                    read.alias(), read(input.apply(from), rows, policy.at(id + "/read/" + read.alias(), from.key())));
        }
        DataStream<Row> result;
        OutputRows output;
        try {
            Table query = query(id, reading.sql(), new QueryTables(id, inputs, streams));
            output = new OutputRows(
                    id,
                    table,
                    step.key(),
                    query.getResolvedSchema().getColumnNames(),
                    query.getResolvedSchema().getColumns().stream()
                            .map(Column::getDataType)
                            .map(DataType::getLogicalType)
                            .toList(),
                    reading.output());
            result = tables.toChangelogStream(query);
        } catch (TapException e) {
            throw e;
        } catch (RuntimeException e) {
            throw TapException.because(e, QueryError.REFUSED, "step", id, "detail", detail(e));
        }
        name(id, result.getTransformation(), streams.values());
        return settled(step.id(), result, output, table);
    }

    private DataStream<RowData> read(DataStream<RowChange> changes, InputRows rows, RecordFaults faults) {
        InternalTypeInfo<RowData> type =
                InternalTypeInfo.of((RowType) rows.rowType().getLogicalType());
        return policy.run(changes, new ReadRowsFunction(rows), type, faults)
                .uid(faults.step())
                .name("read " + faults.step());
    }

    private Table query(String id, String sql, QueryTables catalog) {
        if (tables == null) {
            tables = StreamTableEnvironment.create(env);
            // Rows stay until they are deleted, instants are written in UTC, and a query whose old rows could not be
            // computed again is refused.
            tables.getConfig().setIdleStateRetention(Duration.ZERO);
            tables.getConfig().setLocalTimeZone(ZoneOffset.UTC);
            tables.getConfig()
                    .set(
                            OptimizerConfigOptions.TABLE_OPTIMIZER_NONDETERMINISTIC_UPDATE_STRATEGY,
                            OptimizerConfigOptions.NonDeterministicUpdateStrategy.TRY_RESOLVE);
            tables.getConfig()
                    .set(
                            ExecutionConfigOptions.TABLE_EXEC_UID_GENERATION,
                            ExecutionConfigOptions.UidGeneration.DISABLED);
        }
        tables.registerCatalog(id, catalog);
        tables.useCatalog(id);
        return tables.sqlQuery(sql);
    }

    private DataStream<RowChange> settled(StepId step, DataStream<Row> result, OutputRows output, TableId table) {
        // As many as the last operator of the query, or a row could be taken out before it is put in.
        KeyedStream<RowChange, RowKey> rows = given(step, result, output)
                .setParallelism(result.getParallelism())
                .uid(step + "/rows")
                .name("rows of " + step)
                .keyBy((KeySelector<RowChange, RowKey>) RowChange::key, RowKeyTypeInfo.INSTANCE);
        return output.keyed()
                ? rows.process(new SettleRowsFunction(table), RowChangeTypeInfo.INSTANCE)
                        .uid(step.value())
                        .name("settle " + step)
                : rows;
    }

    private SingleOutputStreamOperator<RowChange> given(StepId step, DataStream<Row> result, OutputRows output) {
        RecordFaults faults = policy.at(step + "/rows", output.key());
        return faults.policy() == RecordFaults.Policy.FAIL
                ? result.map(new GiveRowsFunction(output), RowChangeTypeInfo.INSTANCE)
                : result.flatMap(new GuardedGiveRowsFunction(output, faults), RowChangeTypeInfo.INSTANCE);
    }

    private static void name(String id, Transformation<?> result, Collection<DataStream<RowData>> inputs) {
        Set<Transformation<?>> seen = new HashSet<>();
        inputs.forEach(input -> seen.add(input.getTransformation()));
        number(id, result, seen, new int[1]);
    }

    /** What is no operator, but a way of handing rows on, has no uid. */
    private static void number(String id, Transformation<?> operator, Set<Transformation<?>> seen, int[] next) {
        if (seen.add(operator)) {
            operator.getInputs().forEach(input -> number(id, input, seen, next));
            if (operator instanceof PhysicalTransformation) {
                operator.setUid(id + "/query/" + next[0]++);
            }
        }
    }

    /** The first line of what is at the bottom of it. */
    private static String detail(Throwable fault) {
        Throwable cause = fault;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.lines()
                .filter(line -> !line.isBlank())
                .findFirst()
                .orElse(message)
                .strip();
    }
}
