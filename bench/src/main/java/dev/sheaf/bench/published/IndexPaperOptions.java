package dev.sheaf.bench.published;

import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

import dev.sheaf.bench.CommandLine;

/**
 * The options of {@link IndexPaper}.
 *
 * @param documents folder of PDF files; null to make them
 * @param most number of documents at most
 * @param queries number of queries that are compared after each step
 * @param seed of the random queries and changes
 * @param report true to write results/index-paper.md
 */
record IndexPaperOptions(@Nullable Path documents, int most, int queries, long seed, boolean report) {

    private static final String KNOWN = "--documents DIR, --most N, --queries N, --seed N, --no-report";
    private static final Path USUAL = Path.of("../shared/data/documents");
    private static final int USUAL_MOST = 150;
    private static final int USUAL_QUERIES = 200;
    private static final int FEWEST = 5;

    /**
     * Reads the command line.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static IndexPaperOptions parse(String[] arguments) {
        Path documents = Files.isDirectory(USUAL) ? USUAL : null;
        int most = USUAL_MOST;
        int queries = USUAL_QUERIES;
        long seed = 1;
        boolean report = true;
        CommandLine line = new CommandLine(arguments);
        while (line.hasOption()) {
            String option = line.option();
            switch (option) {
                case "--documents" -> documents = Path.of(System.getProperty("sheaf.bench.folder", "")).resolve(line.path());
                case "--most" -> most = line.positive();
                case "--queries" -> queries = line.positive();
                case "--seed" -> seed = line.seed();
                case "--no-report" -> report = false;
                default -> throw CommandLine.unknown(option, KNOWN);
            }
        }
        if (documents != null && !Files.isDirectory(documents)) {
            throw new IllegalArgumentException("--documents: there is no folder " + documents);
        }
        if (most < FEWEST) {
            throw new IllegalArgumentException("--most needs a number from " + FEWEST
                    + ": one document each is added, changed, renamed and deleted, and one stays");
        }
        return new IndexPaperOptions(documents, most, queries, seed, report);
    }
}
