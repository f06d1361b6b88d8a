package dev.sheaf.bench;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * What the benchmark is asked to do: {@code [--records N] [--large N [--store DIR]] [--pages-only] [--harvest N] [--no-report]}.
 *
 * @param records of the store that most figures are about
 * @param large records of a second store whose pages are measured; 0 for none
 * @param store folder of that store, which is kept and used again; null for one that goes with the run
 * @param pagesOnly true to measure what pages cost and nothing else, without writing the report
 * @param harvest records that are harvested by Sheaf and by others, and nothing else is measured; 0 to measure all else
 * @param report true to write docs/benchmarks.md
 */
record Options(int records, int large, @Nullable Path store, boolean pagesOnly, int harvest, boolean report) {

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
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--records" -> records = number(arguments, ++i);
                case "--large" -> large = number(arguments, ++i);
                case "--store" -> store = Path.of(value(arguments, ++i));
                case "--pages-only" -> pagesOnly = true;
                case "--harvest" -> harvest = number(arguments, ++i);
                case "--no-report" -> report = false;
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i]
                        + "; known: --records N, --large N, --store DIR, --pages-only, --harvest N, --no-report");
            }
        }
        if (store != null && large == 0) {
            throw new IllegalArgumentException(
                    "--store names the folder of the store that --large N fills; say how many records");
        }
        return new Options(records, large, store, pagesOnly, harvest, report && !pagesOnly);
    }

    private static String value(String[] arguments, int at) {
        if (at >= arguments.length) {
            throw new IllegalArgumentException(arguments[at - 1] + " needs a value");
        }
        return arguments[at];
    }

    private static int number(String[] arguments, int at) {
        String text = value(arguments, at);
        if (!text.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException(arguments[at - 1] + " needs a number, not " + text);
        }
        return Integer.parseInt(text);
    }
}
