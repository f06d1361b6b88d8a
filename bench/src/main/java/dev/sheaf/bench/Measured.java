package dev.sheaf.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The measurements that a client makes of a server. */
final class Measured {

    private Measured() {}

    /** Records per second of so many clients, each walking the whole list; the best of several rounds. */
    static double walk(String url, boolean gzip, int clients, long records, int rounds) throws IOException, InterruptedException {
        double best = 0;
        for (int round = 0; round < rounds; round++) {
            long begun = System.nanoTime();
            together(clients, () -> {
                try (PageWalker walker = new PageWalker(url, gzip)) {
                    return walker.walk(false);
                }
            });
            best = Math.max(best, clients * records / ((System.nanoTime() - begun) / 1e9));
        }
        return best;
    }

    /** Median and worst of a hundred fetches of one page, in milliseconds. */
    static double[] latency(String url, boolean gzip, String query, int times) throws IOException, InterruptedException {
        double[] milliseconds = new double[times];
        try (PageWalker walker = new PageWalker(url, gzip)) {
            for (int i = 0; i < 20; i++) {
                walker.fetch(query);
            }
            for (int i = 0; i < times; i++) {
                long begun = System.nanoTime();
                walker.fetch(query);
                milliseconds[i] = (System.nanoTime() - begun) / 1e6;
            }
        }
        Arrays.sort(milliseconds);
        return new double[]{milliseconds[times / 2], milliseconds[times - 1]};
    }

    /** GetRecord requests per second of so many clients on records drawn at random. */
    static double getRecord(String url, int clients, int records, int each) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        together(clients, () -> {
            Random random = new Random(Thread.currentThread().threadId());
            try (PageWalker walker = new PageWalker(url, false)) {
                for (int i = 0; i < each; i++) {
                    walker.fetch("?verb=GetRecord&metadataPrefix=oai_dc&identifier="
                            + SyntheticRecords.identifier(random.nextInt(records)).replace(":", "%3A").replace("/", "%2F"));
                }
            }
            return each;
        });
        return clients * (double) each / ((System.nanoTime() - begun) / 1e9);
    }

    private static <T> void together(int clients, Callable<T> work) throws IOException, InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(clients)) {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                running.add(threads.submit(work));
            }
            for (Future<T> one : running) {
                one.get();
            }
        } catch (ExecutionException failure) {
            throw new IOException("a client failed: " + failure.getCause(), failure);
        }
    }
}
