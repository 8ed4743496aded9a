package io.tapstate.connectors.embedded;

import java.net.URI;

/** A store that somebody else runs; closing leaves it alone. */
record GivenStore(URI given) implements DocumentStore {
    private static final int USUAL_PORT = 27017;

    @Override
    public String uri(String database) {
        String query = given.getRawQuery() == null ? "" : "?" + given.getRawQuery();
        return given.getScheme() + "://" + given.getRawAuthority() + "/" + database + query;
    }

    @Override
    public String host() {
        return given.getHost();
    }

    @Override
    public int port() {
        return given.getPort() > 0 ? given.getPort() : USUAL_PORT;
    }

    @Override
    public void close() {
        // Not ours to stop.
    }

    @Override
    public String toString() {
        return "store on " + host() + ":" + port();
    }
}
