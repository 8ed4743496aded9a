package io.tapstate.job.nest;

import java.io.Serializable;

/**
 * When a document is sent.
 *
 * <p><b>Contract.</b> Until every input's snapshot is in, a touched document is held; it is sent once when the load ends.
 * Afterwards the first change goes at once and opens a window; changes inside it fold into one send at its end, which
 * opens the next; a window in which nothing happened just closes. A deletion goes at once, at any time, and leaves
 * nothing behind. In append mode, and with a window of 0, nothing folds. Where embedded rows come first, a document that
 * readers do not have yet waits one window for them instead of going at once.
 *
 * <p>Pure: the caller keeps the {@link Delivery} per document and its timers.
 */
public final class SendWindow implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long millis;
    private final boolean embedsFirst;

    /** @param append every version is sent */
    public SendWindow(long millis, boolean append) {
        this(millis, append, false);
    }

    /**
     * @param append every version is sent
     * @param embedsFirst a new document waits one window for its embedded rows
     */
    public SendWindow(long millis, boolean append, boolean embedsFirst) {
        this.millis = append ? 0 : millis;
        this.embedsFirst = embedsFirst && this.millis > 0;
    }

    /**
     * Whether a document that was just touched goes at once; if not, {@link #postponed} says what it waits for.
     *
     * @param loaded every input's snapshot is in
     */
    public boolean sendsNow(Delivery delivery, boolean loaded) {
        return loaded && !delivery.held() && delivery.windowEnds() == 0 && !(embedsFirst && !delivery.sent());
    }

    /** The document was touched and waits. */
    public Delivery postponed(Delivery delivery, boolean loaded, long timestamp, long now) {
        if (delivery.held() || (loaded && delivery.folded())) {
            return delivery;
        }
        long since = delivery.folded() ? delivery.since() : timestamp;
        long ends = loaded && delivery.windowEnds() == 0 ? now + millis : delivery.windowEnds();
        return new Delivery(delivery.sent(), !loaded, loaded || delivery.folded(), ends, since);
    }

    /** The document was sent because of a change or at the end of a window. */
    public Delivery sent(long now) {
        return new Delivery(true, false, false, millis == 0 ? 0 : now + millis, 0);
    }

    /** The document was sent at the end of the load or of the input; that opens no window. */
    public Delivery flushed() {
        return new Delivery(true, false, false, 0, 0);
    }

    /** Its window ended: what waits in it is sent now, or held while a load runs. */
    public Delivery windowEnded(Delivery delivery) {
        return new Delivery(delivery.sent(), delivery.held() || delivery.folded(), false, 0, delivery.since());
    }
}
