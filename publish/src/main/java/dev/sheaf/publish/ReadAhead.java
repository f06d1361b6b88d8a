package dev.sheaf.publish;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Reads resources on several threads, and gives them back in the order in which they were asked for. Belongs to one thread. */
final class ReadAhead implements AutoCloseable {

    /** Resources in work for each thread: enough that none waits for a slow one, few enough for the memory. */
    private static final int EACH = 3;

    private final ResourceReader reader;
    private final ExecutorService threads;
    private final int room;
    private final Deque<Future<ReadResource>> waiting = new ArrayDeque<>();

    ReadAhead(ResourceReader reader, int threads) {
        this.reader = reader;
        this.threads = Executors.newFixedThreadPool(threads, Thread.ofPlatform().name("sheaf-publish-", 1).daemon().factory());
        this.room = threads * EACH;
    }

    boolean isFull() {
        return waiting.size() >= room;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    void add(Resource resource) {
        waiting.add(threads.submit(() -> reader.read(resource)));
    }

    /** Waits for the resource that was added first. */
    ReadResource next() throws IOException, InterruptedException {
        try {
            return waiting.remove().get();
        } catch (ExecutionException failure) {
            switch (failure.getCause()) {
                case IOException io -> throw io;
                case RuntimeException own -> throw own;
                case null, default -> throw new IOException("reading a file failed: " + failure.getCause(), failure);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
