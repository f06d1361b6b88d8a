package dev.sheaf.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurement of the time of a full page for the client: at the beginning, in the middle and at the end of a list, with and without a set,
 * at the first request and at a repeated one. The places take turns, so that noise affects all.
 */
final class PageCosts {

    /** Sets of 0.1 %, 10 % and 50 % of the records. */
    static final List<String> SETS = List.of("rare", "tenth", "half");

    private static final List<String> PLACES = List.of("first", "middle", "last");
    private static final int AGAIN = 10;

    private final Map<String, String> told;
    private final List<String> lists = new ArrayList<>();
    /** Milliseconds by list, place, and first or repeated request. */
    private final Map<String, double[]> costs = new LinkedHashMap<>();

    private PageCosts(Map<String, String> told) {
        this.told = told;
        for (String list : List.of(Filling.ALL, "half", "tenth", "rare", Filling.MOMENT)) {
            if (told.containsKey("pages." + list)) {
                lists.add(list);
            }
        }
    }

    /**
     * Measures.
     *
     * @param told lists that {@link ProviderChild} reported
     */
    static PageCosts measure(Map<String, String> told) throws IOException, InterruptedException {
        PageCosts costs = new PageCosts(told);
        costs.warmUp();
        costs.round(true);
        for (int i = 0; i < AGAIN; i++) {
            costs.round(false);
        }
        return costs;
    }

    /** Warms up the compilers with pages that are not measured. */
    private void warmUp() throws IOException, InterruptedException {
        for (String list : lists) {
            try (PageWalker walker = walker(list)) {
                for (int i = 0; i < AGAIN; i++) {
                    for (String query : queries(list, "elsewhere")) {
                        walker.fetch(query);
                    }
                }
            }
        }
    }

    private void round(boolean fresh) throws IOException, InterruptedException {
        int samples = lists.stream().mapToInt(list -> queries(list, "first").size()).max().orElse(0);
        try (PageWalker all = walker(Filling.ALL); PageWalker moment = walker(Filling.MOMENT)) {
            for (int i = 0; i < samples; i++) {
                for (String list : lists) {
                    for (String place : PLACES) {
                        List<String> queries = queries(list, place);
                        if (i < queries.size()) {
                            long begun = System.nanoTime();
                            (list.equals(Filling.MOMENT) ? moment : all).fetch(queries.get(i));
                            add(key(list, place, fresh), (System.nanoTime() - begun) / 1e6);
                        }
                    }
                }
            }
        }
    }

    private PageWalker walker(String list) {
        return new PageWalker(told.getOrDefault(list.equals(Filling.MOMENT) ? "url.moment" : "url", ""), false);
    }

    private List<String> queries(String list, String place) {
        return List.of(told.getOrDefault("page." + list + "." + place, "").split(" "));
    }

    private static String key(String list, String place, boolean fresh) {
        return list + " " + place + " " + fresh;
    }

    private void add(String key, double cost) {
        double[] so = costs.getOrDefault(key, new double[0]);
        double[] more = Arrays.copyOf(so, so.length + 1);
        more[so.length] = cost;
        costs.put(key, more);
    }

    private double median(String list, String place, boolean fresh) {
        double[] sorted = costs.getOrDefault(key(list, place, fresh), new double[]{Double.NaN}).clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** Writes a table with a line for each list, repeated requests first. */
    void report(Report report, String title) {
        report.table(title, "list", "pages", "first", "middle", "last", "last / first (to reach: ≤ 1.10)",
                "first / first unfiltered (≤ 1.10)");
        for (boolean fresh : new boolean[]{false, true}) {
            for (String list : lists) {
                double first = median(list, "first", fresh);
                if (Integer.parseInt(told.getOrDefault("pages." + list, "0")) < 3) {
                    report.row(name(list) + (fresh ? ", for the first time" : ""), told.getOrDefault("pages." + list, ""),
                            number(first),
                            "", "", "", "");
                    continue;
                }
                double last = median(list, "last", fresh);
                report.row(name(list) + (fresh ? ", for the first time" : ""), told.getOrDefault("pages." + list, ""),
                        number(first),
                        number(median(list, "middle", fresh)), number(last), number(last / first),
                        number(first / median(Filling.ALL, "first", fresh)));
            }
        }
    }

    private static String name(String list) {
        return switch (list) {
            case Filling.ALL -> "everything";
            case Filling.MOMENT -> "a list of one datestamp";
            case "half" -> "set of 50 %";
            case "tenth" -> "set of 10 %";
            default -> "set of 0.1 %";
        };
    }

    private static String number(double value) {
        return Benchmark.format(value);
    }
}
