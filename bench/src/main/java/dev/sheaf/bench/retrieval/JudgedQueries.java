package dev.sheaf.bench.retrieval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;

/** Measurement of rankings with a test collection with relevance judgements. A document matches a query if it has any of the words. */
final class JudgedQueries {

    private static final int DEPTH = 1_000;
    private static final int FIRST = 10;
    private static final int MOST_WORDS = 32;
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{N}]+");

    private JudgedQueries() {}

    /** Prints mean average precision and nDCG of the first ten. */
    static void measure(Path collection, Path work) throws IOException {
        Map<String, Map<String, Integer>> judged = judgements(collection.resolve("qrels.tsv"));
        double precision = 0;
        double gain = 0;
        int queries = 0;
        try (RetrievalCollection documents = RetrievalCollection.ofDocuments(collection.resolve("docs.jsonl.gz"), work)) {
            for (String line : Files.readAllLines(collection.resolve("queries.tsv"))) {
                String[] cells = line.split("\t", 2);
                Map<String, Integer> relevant = judged.get(cells[0]);
                if (relevant == null) {
                    continue;
                }
                List<String> found = found(documents.index(), cells[1]);
                precision += averagePrecision(found, relevant);
                gain += gain(found, relevant);
                queries++;
            }
        }
        System.out.printf(Locale.ROOT, "%-26s queries %d, MAP %.4f, nDCG@%d %.4f%n", collection.getFileName(), queries,
                precision / queries, FIRST, gain / queries);
    }

    private static List<String> found(SearchIndex index, String text) {
        String any = Arrays.stream(NO_WORD.split(text)).filter(word -> !word.isEmpty()).distinct().limit(MOST_WORDS)
                .map(word -> word.toLowerCase(Locale.ROOT)).collect(Collectors.joining(" OR "));
        return index.search(SearchQuery.of(any).page(0, DEPTH)).hits().stream().map(SearchHit::identifier).toList();
    }

    /**
     * Returns the relevant documents by query. In Cranfield, -1 means irrelevant, and 1 is the highest of its grades; all relevant ones
     * count alike.
     */
    private static Map<String, Map<String, Integer>> judgements(Path file) throws IOException {
        Map<String, Map<String, Integer>> judged = new HashMap<>();
        for (String line : Files.readAllLines(file)) {
            String[] cells = line.split("\t", -1);
            if (Integer.parseInt(cells[3].strip()) > 0) {
                judged.computeIfAbsent(cells[0], _ -> new HashMap<>()).put(cells[2], 1);
            }
        }
        return judged;
    }

    private static double averagePrecision(List<String> found, Map<String, Integer> relevant) {
        double sum = 0;
        int hits = 0;
        for (int i = 0; i < found.size(); i++) {
            if (relevant.containsKey(found.get(i))) {
                sum += ++hits / (i + 1.0);
            }
        }
        return sum / relevant.size();
    }

    private static double gain(List<String> found, Map<String, Integer> relevant) {
        double sum = 0;
        for (int i = 0; i < Math.min(FIRST, found.size()); i++) {
            sum += relevant.getOrDefault(found.get(i), 0) / log2(i + 2);
        }
        double best = 0;
        for (int i = 0; i < Math.min(FIRST, Collections.frequency(relevant.values(), 1)); i++) {
            best += 1 / log2(i + 2);
        }
        return best == 0 ? 0 : sum / best;
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
