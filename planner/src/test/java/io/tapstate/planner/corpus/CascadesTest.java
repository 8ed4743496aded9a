package io.tapstate.planner.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapstate.connectors.diagnostics.Diagnostic;
import org.junit.jupiter.api.Test;

/** What a plan says of foreign keys whose effects the log does not show. */
class CascadesTest {
    @Test
    void eachKeyIsNamedWithWhatThePipelineDoesAboutIt() {
        CorpusCase cascades = CorpusCase.of(CorpusCase.VALID.resolve("nest-cascades"));

        assertThat(cascades.plan().warnings())
                .extracting(Diagnostic::code)
                .containsExactlyInAnyOrder("capture.cascade-not-logged", "capture.cascade-not-followed");
        assertThat(cascades.plan().warnings())
                .extracting(Diagnostic::message)
                .anyMatch(message -> message.contains("`shop.order_items`")
                        && message.contains("(order_id) to `shop.orders`, on delete cascade"))
                .anyMatch(message -> message.contains("`shop.notes`")
                        && message.contains("(author) to `shop.people`, on delete set null, on update cascade")
                        && message.contains("does not read `shop.people`"));
    }
}
