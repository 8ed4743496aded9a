package io.tapstate.job.nest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendWindowTest {
    private final SendWindow window = new SendWindow(50, false);

    @Test
    void aDocumentIsHeldDuringTheLoad() {
        assertThat(window.sendsNow(Delivery.NONE, false)).isFalse();
        Delivery held = window.postponed(Delivery.NONE, false, 7, 100);
        assertThat(held).isEqualTo(new Delivery(false, true, false, 0, 7));
        assertThat(window.postponed(held, false, 9, 100))
                .as("the oldest change counts")
                .isEqualTo(held);
        assertThat(window.sendsNow(held, true)).as("its timer sends it").isFalse();
    }

    @Test
    void aSendOpensAWindowInWhichChangesFold() {
        assertThat(window.sendsNow(Delivery.NONE, true)).isTrue();
        Delivery open = window.sent(100);
        assertThat(open).isEqualTo(new Delivery(true, false, false, 150, 0));
        assertThat(window.sendsNow(open, true)).isFalse();
        Delivery folded = window.postponed(open, true, 7, 100);
        assertThat(folded).isEqualTo(new Delivery(true, false, true, 150, 7));
        assertThat(window.postponed(folded, true, 8, 100)).isEqualTo(folded);
    }

    @Test
    void anEmptyWindowCloses() {
        Delivery closed = window.windowEnded(window.sent(100));
        assertThat(closed).isEqualTo(new Delivery(true, false, false, 0, 0));
        assertThat(window.sendsNow(closed, true)).isTrue();
    }

    @Test
    void whatFoldedIsHeldWhenTheWindowEndsInALoad() {
        Delivery folded = window.postponed(window.sent(100), true, 7, 100);
        assertThat(window.windowEnded(folded)).isEqualTo(new Delivery(true, true, false, 0, 7));
    }

    @Test
    void appendingAndAWindowOfZeroFoldNothing() {
        for (SendWindow none : new SendWindow[] {new SendWindow(50, true), new SendWindow(0, false)}) {
            assertThat(none.sendsNow(none.sent(100), true)).isTrue();
            assertThat(none.sendsNow(Delivery.NONE, false)).isFalse();
        }
    }

    @Test
    void whereEmbeddedRowsComeFirstANewDocumentWaitsOneWindowForThem() {
        SendWindow embedsFirst = new SendWindow(50, false, true);
        assertThat(embedsFirst.sendsNow(Delivery.NONE, true)).isFalse();
        Delivery waits = embedsFirst.postponed(Delivery.NONE, true, 7, 100);
        assertThat(waits).isEqualTo(new Delivery(false, false, true, 150, 7));
        assertThat(embedsFirst.postponed(waits, true, 8, 120)).isEqualTo(waits);
        assertThat(embedsFirst.sendsNow(embedsFirst.flushed(), true))
                .as("readers have it")
                .isTrue();
        assertThat(new SendWindow(0, false, true).sendsNow(Delivery.NONE, true))
                .as("without a window nothing waits")
                .isTrue();
    }

    @Test
    void theEndOfTheLoadOpensNoWindow() {
        assertThat(window.sendsNow(window.flushed(), true)).isTrue();
    }
}
