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

/** Measurements that a client makes of a server. */
final class Measured {

    private Measured() {}

    /** Returns the records per second of a number of clients that each walk the whole list; the best of several rounds. */
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

    /**
     * Returns the median and the maximum of many fetches of each page, in milliseconds per megabyte. The pages take turns, so that noise
     * affects all.
     */
    static List<double[]> latency(String url, boolean gzip, List<String> queries, int times)
            throws IOException, InterruptedException {
        double[][] milliseconds = new double[queries.size()][times];
        try (PageWalker walker = new PageWalker(url, gzip)) {
            for (int i = -20; i < times; i++) {
                for (int page = 0; page < queries.size(); page++) {
                    long begun = System.nanoTime();
                    walker.fetch(queries.get(page));
                    if (i >= 0) {
                        milliseconds[page][i] = (System.nanoTime() - begun) / (double) walker.length();
                    }
                }
            }
        }
        List<double[]> medians = new ArrayList<>();
        for (double[] each : milliseconds) {
            Arrays.sort(each);
            medians.add(new double[]{each[times / 2], each[times - 1]});
        }
        return medians;
    }

    /** Returns the GetRecord requests per second of a number of clients, for random records. */
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
