package io.tapstate.job.nest;

import io.tapstate.connectors.row.RawRow;
import io.tapstate.connectors.row.RowWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Making a document of its rows, the rows being in memory, and what it is measured against. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class AssemblyBenchmark {
    @Param({"1", "10", "100", "1000", "20000"})
    int size;

    @Param({"FLAT", "DEEP"})
    SampleDocument.Shape shape;

    private SampleDocument sample;
    private NestDocument document;
    private MemoryNestState rows;
    private byte[] assembled;

    @Setup
    public void fill() {
        sample = SampleDocument.of(shape, size);
        document = new NestDocument(sample.fields());
        rows = new MemoryNestState();
        rows.put(ElementPath.ROOT, sample.root());
        sample.elements().forEach(element -> rows.put(element.path(), element.row()));
        assembled = document.assemble(rows).orElseThrow();
        if (!Arrays.equals(assembled, decoded())) {
            throw new IllegalStateException("the two ways make two documents");
        }
    }

    @Benchmark
    public byte[] assemble() {
        return document.assemble(rows).orElseThrow();
    }

    /** Nothing is faster than this. */
    @Benchmark
    public byte[] copy() {
        byte[] copy = new byte[assembled.length];
        System.arraycopy(assembled, 0, copy, 0, copy.length);
        return copy;
    }

    /** The way of who decodes rows into objects and encodes the document. */
    @Benchmark
    public final byte[] decoded() {
        BsonDocument whole = RawRow.decode(sample.root());
        Deque<BsonDocument> open = new ArrayDeque<>();
        open.push(whole);
        for (SampleDocument.Element element : sample.elements()) {
            while (open.size() > element.level() + 1) {
                open.pop();
            }
            BsonDocument row = RawRow.decode(element.row());
            for (EmbedField field : fieldsIn(element.level())) {
                row.put(field.name(), new BsonArray());
            }
            open.element()
                    .computeIfAbsent(element.field(), name -> new BsonArray())
                    .asArray()
                    .add(row);
            open.push(row);
        }
        return RowWriter.encode(whole);
    }

    private Iterable<EmbedField> fieldsIn(int level) {
        Iterable<EmbedField> fields = sample.fields().get(0).embeds();
        for (int i = 0; i < level; i++) {
            fields = fields.iterator().next().embeds();
        }
        return fields;
    }
}
