package dev.sheaf.bench;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The options of {@link Benchmark}: {@code [--records N] [--large N [--store DIR]] [--pages-only] [--harvest N] [--no-report]}.
 *
 * @param records of the store that most figures are about
 * @param large records of a second store whose pages are measured; 0 for none
 * @param store folder of that store, which is kept and used again; null for one that goes with the run
 * @param pagesOnly true to measure what pages cost and nothing else, without writing the report
 * @param harvest records that are harvested by Sheaf and by others, and nothing else is measured; 0 to measure all else
 * @param report true to write docs/benchmarks.md
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
                    "--store names the folder of the store that --large N fills; say how many records");
        }
        return new Options(records, large, store, pagesOnly, harvest, report && !pagesOnly);
    }
}
