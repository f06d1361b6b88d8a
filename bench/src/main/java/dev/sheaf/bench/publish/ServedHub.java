package dev.sheaf.bench.publish;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.bench.kills.SheafProcess;
import dev.sheaf.harvester.http.Pause;

/** A hub that {@code sheaf serve} runs in a process of its own, at a free port of this machine. */
public final class ServedHub implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration LOOK = Duration.ofMillis(20);

    private final SheafProcess process;
    private final int port;

    private ServedHub(SheafProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a hub; returns when it takes connections.
     *
     * @param data its data directory
     * @param options of the launcher, before the command
     * @throws IOException if it ends, or takes no connections within two minutes
     */
    public static ServedHub start(Path data, String... options) throws IOException, InterruptedException {
        int port = freePort();
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("serve", "--port", Integer.toString(port)));
        SheafProcess process = SheafProcess.start(data, arguments.toArray(String[]::new));
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return new ServedHub(process, port);
            } catch (IOException failure) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    process.stop();
                    throw new IOException("a hub does not answer; see " + data + ".log", failure);
                }
                Pause.REAL.pause(LOOK, "waiting for a hub");
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Returns the address of the hub, without a slash at its end. */
    public String url() {
        return "http://127.0.0.1:" + port;
    }

    /** Ends the process. */
    @Override
    public void close() {
        process.stop();
    }
}
