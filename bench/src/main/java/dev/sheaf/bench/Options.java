package dev.sheaf.bench;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Options of {@link Benchmark}: {@code [--records N] [--large N [--store DIR]] [--pages-only] [--harvest N] [--no-report]}.
 *
 * @param records number of records of the main store
 * @param large number of records of a second store whose pages are measured; 0 for none
 * @param store folder of that store, which is kept and used again; null for a temporary one
 * @param pagesOnly true to measure only the cost of pages, without writing the report
 * @param harvest number of records for a comparison of harvesters, which is then the only measurement; 0 for all other measurements
 * @param report true to write results/benchmarks.md
 */
public record Options(int records, int large, @Nullable Path store, boolean pagesOnly, int harvest, boolean report) {

    private static final String KNOWN = "--records N, --large N, --store DIR, --pages-only, --harvest N, --no-report";

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static Options parse(String[] arguments) {
        int records = 200_000;
        int large = 0;
        Path store = null;
        boolean pagesOnly = false;
        int harvest = 0;
        boolean report = true;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--records" -> records = line.number();
                case "--large" -> large = line.number();
                case "--store" -> store = line.path();
                case "--pages-only" -> pagesOnly = true;
                case "--harvest" -> harvest = line.number();
                case "--no-report" -> report = false;
                default -> throw CommandLine.unknown(option, KNOWN);
            }
        }
        if (store != null && large == 0) {
            throw new IllegalArgumentException(
                    "--store is the folder of the store that --large N fills, so it needs --large N");
        }
        return new Options(records, large, store, pagesOnly, harvest, report && !pagesOnly);
    }
}
