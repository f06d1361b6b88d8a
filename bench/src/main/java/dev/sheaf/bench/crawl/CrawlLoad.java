package dev.sheaf.bench.crawl;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * Thousands of client addresses that request pages at a steady rate, behind a proxy that names them, as crawlers do that ignore robots.txt. For
 * one thread.
 */
final class CrawlLoad implements AutoCloseable {

    private static final int OPEN = 64;
    /** One request in this number is a search. */
    private static final int SEARCHES = 10;
    private static final int NETWORK = 250;
    /** Largest class of status codes. */
    private static final int CLASSES = 6;

    private final String hubUrl;
    private final List<String> records;
    private final int addresses;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore room = new Semaphore(OPEN);
    private final AtomicIntegerArray statuses = new AtomicIntegerArray(CLASSES);
    private final AtomicInteger late = new AtomicInteger();
    private volatile boolean ended;

    CrawlLoad(String hubUrl, List<String> records, int addresses) {
        this.hubUrl = hubUrl;
        this.records = records;
        this.addresses = addresses;
    }

    /** Begins to request pages. */
    void start(double perSecond) {
        Thread.ofPlatform().daemon().start(() -> {
            Random random = new Random(16);
            long begun = System.nanoTime();
            for (long n = 0; !ended; n++) {
                long wait = begun + (long) (n * 1e9 / perSecond) - System.nanoTime();
                if (wait > 0) {
                    try {
                        Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
                    } catch (InterruptedException _) {
                        return;
                    }
                }
                int number = random.nextInt(addresses);
                String path = random.nextInt(SEARCHES) == 0 ? search(random) : records.get(random.nextInt(records.size()));
                if (room.tryAcquire()) {
                    try {
                        threads.execute(() -> get(path, number));
                    } catch (RejectedExecutionException _) {
                        // The load has ended meanwhile.
                        return;
                    }
                } else {
                    late.incrementAndGet();
                }
            }
        });
    }

    private static String search(Random random) {
        return "/?q=" + (char) ('a' + random.nextInt(26)) + "*&page=" + (1 + random.nextInt(5));
    }

    private void get(String path, int number) {
        String address = "30.0." + number / NETWORK + "." + (1 + number % NETWORK);
        try {
            int status = client.send(HttpRequest.newBuilder(URI.create(hubUrl + path)).header("X-Forwarded-For", address).build(),
                    HttpResponse.BodyHandlers.discarding()).statusCode();
            statuses.incrementAndGet(Math.min(CLASSES - 1, status / 100));
        } catch (IOException _) {
            statuses.incrementAndGet(0);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            room.release();
        }
    }

    /** Returns the counts of answers, for people. */
    String counts() {
        return statuses.get(2) + " answered, " + statuses.get(4) + " refused, " + (statuses.get(5) + statuses.get(0))
                + " failed, "
                + late.get() + " not sent because " + OPEN + " were open";
    }

    /**
     * Measures searches of a reader, one after another.
     *
     * @return the 50th and the 99th percentile in milliseconds
     */
    static double[] reader(String hubUrl, int searches, String address) throws Exception {
        double[] millis = new double[searches];
        try (HttpClient own = HttpClient.newHttpClient()) {
            for (int i = 0; i < searches; i++) {
                String word = "" + (char) ('a' + ThreadLocalRandom.current().nextInt(26)) + "e";
                long begun = System.nanoTime();
                int status = own.send(HttpRequest.newBuilder(URI.create(hubUrl + "/?q=" + word + "*"))
                        .header("X-Forwarded-For", address).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
                if (status != 200) {
                    throw new IOException("a reader's search answered " + status);
                }
                millis[i] = (System.nanoTime() - begun) / 1e6;
                // A person reads meanwhile; without a break the reader would be a load of its own.
                Thread.sleep(20);
            }
        }
        Arrays.sort(millis);
        return new double[]{millis[searches / 2], millis[(int) Math.min(searches - 1L, Math.round(searches * 0.99))]};
    }

    @Override
    public void close() {
        ended = true;
        threads.shutdownNow();
        client.shutdownNow();
    }
}
