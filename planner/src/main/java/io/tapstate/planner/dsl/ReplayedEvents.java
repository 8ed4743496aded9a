package io.tapstate.planner.dsl;

import java.util.List;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.parser.Parser;

/** Events that were parsed before, for the composer: so that no file is scanned twice. */
final class ReplayedEvents implements Parser {
    private final List<Event> events;
    private int next;

    ReplayedEvents(List<Event> events) {
        this.events = events;
    }

    @Override
    public boolean checkEvent(Event.ID choice) {
        return hasNext() && peekEvent().getEventId() == choice;
    }

    @Override
    public Event peekEvent() {
        return events.get(next);
    }

    @Override
    public boolean hasNext() {
        return next < events.size();
    }

    @Override
    public Event next() {
        return events.get(next++);
    }
}
