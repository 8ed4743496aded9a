package io.tapstate.cli.demo;

import io.tapstate.cli.render.DocumentRenderer;
import io.tapstate.connectors.client.DocumentReader;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** The tour's own hands and eyes: a connection to each database, and one to the view store. */
final class TourStage implements AutoCloseable {
    private static final int ALL = 1000;

    private final DemoSession session;
    private final Sql mysql;
    private final Sql postgres;
    private final DocumentReader reader;

    private TourStage(DemoSession session, Sql mysql, Sql postgres, DocumentReader reader) {
        this.session = session;
        this.mysql = mysql;
        this.postgres = postgres;
        this.reader = reader;
    }

    static TourStage open(DemoSession session) {
        return new TourStage(
                session,
                Sql.open(session.databases().mysql()),
                Sql.open(session.databases().postgres()),
                DocumentReader.open(session.run().viewsUri()));
    }

    DemoSession session() {
        return session;
    }

    /** Runs and commits them in order. */
    void apply(List<TourStep.Change> changes) {
        for (TourStep.Change change : changes) {
            (change.database() == DatabaseAddress.Kind.MYSQL ? mysql : postgres).run(change.statement());
        }
    }

    Optional<BsonDocument> document(int order) {
        return reader
                .find(DemoWorkspace.VIEW, new BsonDocument("_id", new BsonInt64(order)), new BsonDocument(), 1)
                .stream()
                .findFirst();
    }

    /** Every document of the view as text that shows types and field order, by id. */
    List<String> documents() {
        return reader
                .find(DemoWorkspace.VIEW, new BsonDocument(), new BsonDocument("_id", new BsonInt64(1)), ALL)
                .stream()
                .map(DocumentRenderer::canonical)
                .toList();
    }

    /** What {@link #documents} must be. */
    List<String> recomputed() {
        return TableRecomputation.documents(mysql, postgres).stream()
                .map(DocumentRenderer::canonical)
                .toList();
    }

    @Override
    public void close() {
        reader.close();
        mysql.close();
        postgres.close();
    }
}
