package io.tapstate.connectors.mongodb.runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and the store, and breaks the next long request in one of several ways. */
final class CuttingProxy implements AutoCloseable {
    /** What a client sends when it only looks whether the server is there is shorter. */
    private static final int LONG = 4_000;

    private final InetAddress home = InetAddress.getLoopbackAddress();
    private final int target;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile ServerSocket server;
    private volatile Fault next = Fault.NONE;
    private volatile int times;

    /** What becomes of a long request. */
    enum Fault {
        NONE,
        /** The connection breaks before the server has all of it. */
        IN_THE_REQUEST,
        /** The server does it, and the connection breaks before the answer. */
        BEFORE_THE_ANSWER,
        /** The server does it, and the client hears nothing ever. */
        NO_ANSWER
    }

    private CuttingProxy(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, home);
        this.port = server.getLocalPort();
    }

    /** On a free port, in front of a port of this machine. */
    static CuttingProxy before(int target) throws IOException {
        CuttingProxy proxy = new CuttingProxy(target);
        proxy.accept(proxy.server);
        return proxy;
    }

    String uri(String database, String options) {
        return "mongodb://127.0.0.1:" + port + "/" + database + "?" + options;
    }

    /** Breaks the next long requests. */
    void breakNext(Fault fault, int requests) {
        times = requests;
        next = fault;
    }

    /** How many requests were broken. */
    int cuts() {
        return cuts.get();
    }

    /** Whoever comes is turned away, whoever is there is thrown out. */
    void refuse() throws IOException {
        server.close();
        sockets.forEach(CuttingProxy::close);
    }

    /** Comes back on the same port. */
    void admit() throws IOException {
        server = new ServerSocket(port, 50, home);
        accept(server);
    }

    private void accept(ServerSocket door) {
        daemon(() -> {
            while (!door.isClosed()) {
                Socket client = door.accept();
                Socket store = new Socket(home, target);
                sockets.add(client);
                sockets.add(store);
                Connection connection = new Connection(client, store);
                daemon(connection::requests);
                daemon(connection::answers);
            }
        });
    }

    private final class Connection {
        private final Socket client;
        private final Socket store;
        private int length;
        private Fault fault = Fault.NONE;

        Connection(Socket client, Socket store) {
            this.client = client;
            this.store = store;
        }

        void requests() throws IOException {
            byte[] buffer = new byte[1_000];
            InputStream in = client.getInputStream();
            OutputStream out = store.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                Fault now = noticed(count);
                if (now == Fault.IN_THE_REQUEST) {
                    cut();
                    return;
                }
                out.write(buffer, 0, count);
            }
            close(store);
        }

        private synchronized Fault noticed(int count) {
            length += count;
            if (length > LONG && fault == Fault.NONE && next != Fault.NONE) {
                fault = next;
                cuts.incrementAndGet();
                if (--times <= 0) {
                    next = Fault.NONE;
                }
            }
            return fault;
        }

        private synchronized Fault answered() {
            length = 0;
            return fault;
        }

        void answers() throws IOException {
            byte[] buffer = new byte[64_000];
            InputStream in = store.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                Fault now = answered();
                if (now == Fault.BEFORE_THE_ANSWER) {
                    cut();
                    return;
                }
                if (now == Fault.NONE) {
                    out.write(buffer, 0, count);
                }
            }
            close(client);
        }

        private void cut() {
            close(client);
            close(store);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One of the two has gone, or was thrown out.
                        System.out.println("proxy: " + e.getMessage());
                    }
                },
                "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            System.out.println("proxy: " + e.getMessage());
        }
    }

    @Override
    public void close() throws IOException {
        refuse();
    }
}
