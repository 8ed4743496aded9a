package io.tapstate.connectors.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Optional;

/** Whether something listens at an address, found out without speaking to it. */
final class Reachability {
    private static final int LIMIT_MILLIS = 5_000;

    private Reachability() {}

    /** Why nothing can be reached there; empty when a connection was taken. */
    static Optional<String> obstacle(String host, int port) {
        String name = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try (Socket socket = new Socket()) {
            InetSocketAddress address = new InetSocketAddress(name, port);
            if (address.isUnresolved()) {
                throw new UnknownHostException(name);
            }
            socket.connect(address, LIMIT_MILLIS);
            return Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of("unknown host");
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
