package dev.sheaf.bench.kills;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.testkit.SampleRecords;

/** Push of records to a hub. Either the hub or the pushing command is killed, at random. */
final class KilledPush implements KilledWork {

    private static final String SOURCE = "library";
    /** Nanoseconds until a hub answers. */
    private static final long PATIENCE = 120_000_000_000L;
    private static final long LOOK = 20_000_000;

    private final WorkSetting setting;
    private final ChangingRecords records;
    private final Path library;
    private final Path secret;
    private final int port;
    private @Nullable SheafProcess hub;
    private @Nullable SheafProcess push;
    private boolean isFirst = true;

    KilledPush(WorkSetting setting) throws IOException, InterruptedException {
        this.setting = setting;
        this.records = new ChangingRecords(setting.random(), setting.records());
        this.library = Files.createDirectories(setting.beside("-library"));
        Files.createDirectories(setting.data());
        this.secret = Files.writeString(setting.beside("-secret.txt"), "known to both\n");
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        try (HubStore store = WorkSetting.open(library)) {
            store.put(Source.harvested(SOURCE, "https://" + SOURCE + ".example.org/oai"));
            SavedRecords.save(store, SOURCE, records, records.titles().keySet());
        }
        // The address refuses connections, so the source cannot be harvested.
        SheafProcess.run(setting.data(), "source", "add", SOURCE, "http://127.0.0.1:1/oai", "--push");
        SheafProcess.run(setting.data(), "source", "set", SOURCE, "--secret-file", secret.toString());
    }

    @Override
    public void prepare() {
        try (HubStore store = WorkSetting.open(library)) {
            SavedRecords.save(store, SOURCE, records, records.change(setting.records() / 3));
        }
    }

    private SheafProcess hub() throws IOException {
        SheafProcess running = hub;
        if (running == null || !running.isAlive()) {
            running = SheafProcess.start(setting.data(), "serve", "--port", Integer.toString(port));
            hub = running;
            awaitAnswer(running);
        }
        return running;
    }

    private void awaitAnswer(SheafProcess starting) {
        long end = System.nanoTime() + PATIENCE;
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
                return;
            } catch (IOException refused) {
                if (System.nanoTime() > end || !starting.isAlive()) {
                    throw new IllegalStateException("the hub does not answer: " + refused.getMessage(), refused);
                }
                LockSupport.parkNanos(LOOK);
            }
        }
    }

    private String[] command() {
        return new String[]{"push", "http://127.0.0.1:" + port, "--source", SOURCE, "--secret-file", secret.toString()};
    }

    @Override
    public SheafProcess start() throws IOException {
        SheafProcess taking = hub().fromNow();
        SheafProcess sending = SheafProcess.startWriting(library, setting.data(), command());
        push = sending;
        boolean killsHub = !isFirst && setting.random().nextBoolean();
        isFirst = false;
        return killsHub ? taking : sending;
    }

    private static void end(@Nullable SheafProcess process) {
        if (process != null) {
            try {
                process.kill();
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", interruption);
            }
        }
    }

    @Override
    public void checkCut() {
        end(push);
        try (HubStore store = setting.open()) {
            HeldRecords.compareCut(records.allowed(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
        }
    }

    @Override
    public void finish() throws IOException, InterruptedException {
        hub();
        SheafProcess.run(library, command());
        try (HubStore store = setting.open()) {
            HeldRecords.compare(records.wanted(SampleRecords::identifier), HeldRecords.of(store, SOURCE));
        }
        records.settle();
    }

    @Override
    public void close() {
        end(push);
        end(hub);
    }
}
