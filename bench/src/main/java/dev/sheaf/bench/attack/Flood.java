package dev.sheaf.bench.attack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/** Connections of one kind of attack. Some kinds send a byte every few seconds. Connections that the hub closes are opened again. */
final class Flood implements AutoCloseable {

    private static final long DRIP_NANOS = 3_000_000_000L;
    private static final int RECEIVE_BYTES = 4 * 1024;

    /** The behaviour of the connections. */
    enum Kind {
        IDLE(""),
        /** Send headers that never end. */
        SLOW_HEADERS("GET /oai?verb=Identify HTTP/1.1\r\nHost: localhost\r\nX-Slow: "),
        /** Send a short body that never ends. */
        SLOW_BODIES(
                "POST /oai HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na"),
        /** Send a long body that never ends. */
        SLOW_UPLOADS(
                "POST /api/v1/sources HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n "),
        /** Ask for pages and read nothing. */
        STALLED_READERS("GET /oai?verb=ListRecords&metadataPrefix=oai_dc HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(6)),
        /** All of these at the same time. */
        ALL("");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        private boolean drips() {
            return this == SLOW_HEADERS || this == SLOW_BODIES || this == SLOW_UPLOADS;
        }
    }

    /** One connection. */
    private static final class Line {
        private final Kind kind;
        private final InetAddress from;
        private Socket socket = new Socket();

        private Line(Kind kind, InetAddress from) {
            this.kind = kind;
            this.from = from;
        }
    }

    private final int port;
    private final List<Line> lines = new ArrayList<>();
    private final Thread drip = Thread.ofPlatform().name("drip").daemon().unstarted(this::drip);
    private volatile boolean closed;

    Flood(int port, Kind kind, int connections, int clients) {
        this.port = port;
        List<Kind> kinds = kind == Kind.ALL
                ? List.of(Kind.IDLE, Kind.SLOW_HEADERS, Kind.SLOW_BODIES, Kind.SLOW_UPLOADS, Kind.STALLED_READERS)
                : List.of(kind);
        for (Kind one : kinds) {
            for (int i = 0; i < connections; i++) {
                lines.add(new Line(one, InetAddress.ofLiteral("127.0.0." + (2 + i % clients))));
            }
        }
    }

    /** Opens all connections; returns after they are open or refused. */
    void start() {
        lines.forEach(this::open);
        drip.start();
    }

    private void open(Line line) {
        try {
            line.socket.close();
            Socket socket = new Socket();
            line.socket = socket;
            socket.setReceiveBufferSize(RECEIVE_BYTES);
            socket.bind(new InetSocketAddress(line.from, 0));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
            socket.getOutputStream().write(line.kind.text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // The connection is refused; the next round tries again.
        }
    }

    private void drip() {
        while (!closed) {
            for (Line line : lines) {
                if (closed) {
                    return;
                }
                try {
                    if (line.kind.drips()) {
                        line.socket.getOutputStream().write('a');
                    } else if (line.kind == Kind.IDLE) {
                        line.socket.setSoTimeout(1);
                    }
                } catch (IOException _) {
                    open(line);
                }
            }
            LockSupport.parkNanos(DRIP_NANOS);
        }
    }

    @Override
    public void close() throws IOException, InterruptedException {
        closed = true;
        LockSupport.unpark(drip);
        drip.join();
        for (Line line : lines) {
            line.socket.close();
        }
    }
}
