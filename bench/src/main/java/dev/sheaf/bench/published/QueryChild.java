package dev.sheaf.bench.published;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import dev.sheaf.bench.SyntheticRecords;
import dev.sheaf.bench.Usage;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;

/** Asks an index for queries of one to three generated words and reports how long they take: directory of the index, number of queries. */
final class QueryChild {

    /** Queries that nobody counts, until the compiler has done its work. */
    private static final int WARMING = 500;

    private QueryChild() {}

    /** Asks, then reports. */
    public static void main(String[] arguments) throws IOException {
        SyntheticRecords words = new SyntheticRecords();
        Random random = new Random(11);
        double[] milliseconds = new double[Integer.parseInt(arguments[1])];
        long results = 0;
        try (SearchIndex index = RecordIndex.open(Path.of(arguments[0]))) {
            for (int i = -WARMING; i < milliseconds.length; i++) {
                String text = words.text(random, 1 + random.nextInt(3)).replace(".", "");
                long begun = System.nanoTime();
                long total = index.search(SearchQuery.of(text)).total();
                if (i >= 0) {
                    milliseconds[i] = (System.nanoTime() - begun) / 1e6;
                    results += total;
                }
            }
        }
        Arrays.sort(milliseconds);
        System.out.println("p50=" + milliseconds[milliseconds.length / 2]);
        System.out.println("p99=" + milliseconds[milliseconds.length * 99 / 100]);
        System.out.println("results=" + results / milliseconds.length);
        Usage.report();
    }
}
