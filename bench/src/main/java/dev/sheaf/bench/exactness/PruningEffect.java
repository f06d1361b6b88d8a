package dev.sheaf.bench.exactness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import dev.sheaf.bench.exactness.JudgedCollection.JudgedDocument;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

/**
 * Measures the effect of pruning: mean average precision, overlap of the first ten results with those of the whole index, bytes, and how much
 * of the texts can be restored. Started by {@code bench/pruning}: a folder of test collections.
 */
final class PruningEffect {

    private static final List<String> COLLECTIONS = List.of("cranfield", "med", "cacm", "npl");
    private static final List<String> POLICIES = List.of("case=lower", "stop=english stem=porterStem");
    private static final List<String> PRUNINGS = List.of("", "drop=short,numbers", "min-frequency=2", "weight=90%", "weight=75%",
            "keep=75%", "keep=50%", "keep=25%");
    private static final int DEPTH = 1_000;
    private static final int FIRST = 10;
    /** Texts of each collection that are attempted. */
    private static final int ATTEMPTS = 100;
    private static final String SOURCE = "texts";

    private final List<JudgedCollection> collections;
    private final Path work;

    private PruningEffect(List<JudgedCollection> collections, Path work) {
        this.collections = collections;
        this.work = work;
    }

    /**
     * Figures of one policy, means over the collections.
     *
     * @param bytes of all indices with frequencies, packed with gzip
     * @param precision mean average precision by model
     * @param first identifiers of the first results of each query by BM25
     */
    private record Figures(long bytes, Map<RankingModel, Double> precision, Map<String, List<String>> first,
            Reconstruction.Result restored) {}

    /** Measures and prints a table in Markdown. */
    public static void main(String[] arguments) throws IOException {
        List<JudgedCollection> collections = new ArrayList<>();
        for (String name : COLLECTIONS) {
            collections.add(JudgedCollection.read(Path.of(arguments[0]).resolve(name)));
        }
        Path work = Files.createTempDirectory("pruning");
        try {
            new PruningEffect(collections, work).measure();
        } finally {
            try (Stream<Path> files = Files.walk(work)) {
                files.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private void measure() throws IOException {
        System.out.println(
                "| policy | bytes | MAP BM25 | VSM | LM | LM_JM | first ten | words known | pairs by frequencies | pairs by"
                        + " positions | longest passage |");
        System.out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        for (String policy : POLICIES) {
            Figures whole = null;
            for (String pruning : PRUNINGS) {
                Figures figures = figures(IndexPolicy.parse((policy + ' ' + pruning).strip()));
                whole = whole == null ? figures : whole;
                print((policy + ' ' + pruning).strip(), figures, whole);
            }
        }
    }

    private static void print(String policy, Figures figures, Figures whole) {
        Reconstruction.Result restored = figures.restored;
        System.out.printf(Locale.ROOT,
                "| `%s` | %.0f %% | %.4f | %.4f | %.4f | %.4f | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %.1f words |%n", policy,
                100.0 * figures.bytes / whole.bytes, figures.precision.getOrDefault(RankingModel.BM25, 0.0),
                figures.precision.getOrDefault(RankingModel.VSM, 0.0), figures.precision.getOrDefault(RankingModel.LM, 0.0),
                figures.precision.getOrDefault(RankingModel.LM_JM, 0.0), 100 * overlap(figures.first, whole.first),
                100.0 * restored.known() / restored.words(), 100.0 * restored.joined() / restored.pairs(),
                100.0 * restored.placed() / restored.pairs(), (double) restored.longest() / restored.texts());
    }

    /** Returns the share of the first results of the whole index that the pruned one has among its own. */
    private static double overlap(Map<String, List<String>> pruned, Map<String, List<String>> whole) {
        double sum = 0;
        int queries = 0;
        for (Map.Entry<String, List<String>> query : whole.entrySet()) {
            if (!query.getValue().isEmpty()) {
                Set<String> common = new HashSet<>(query.getValue());
                common.retainAll(pruned.getOrDefault(query.getKey(), List.of()));
                sum += (double) common.size() / query.getValue().size();
                queries++;
            }
        }
        return sum / Math.max(1, queries);
    }

    private Figures figures(IndexPolicy policy) throws IOException {
        Map<RankingModel, Double> precision = new HashMap<>();
        Map<String, List<String>> first = new LinkedHashMap<>();
        Reconstruction.Result restored = Reconstruction.Result.NONE;
        long bytes = 0;
        for (JudgedCollection collection : collections) {
            bytes += bytes(collection, policy);
            rank(collection, policy, precision, first);
            restored = restored.plus(restored(collection, policy));
        }
        return new Figures(bytes, precision, first, restored);
    }

    private static long bytes(JudgedCollection collection, IndexPolicy policy) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            for (JudgedDocument document : collection.documents().values()) {
                out.write(TermsXml.write(policy.index(document.text(), "en", "", false), IndexFormat.TF_BASIC));
            }
        }
        return packed.size();
    }

    private void rank(JudgedCollection collection, IndexPolicy policy, Map<RankingModel, Double> precision,
            Map<String, List<String>> first) throws IOException {
        CentralTexts texts = new CentralTexts(collection.documents().entrySet().stream()
                .map(document -> new CentralTexts.Entry(SOURCE, document.getKey(), document.getValue().text(), false)).toList());
        try (CentralIndex index = new CentralIndex(Files.createTempDirectory(work, "index"), texts, policy, new Random(1))) {
            for (RankingModel model : RankingModel.values()) {
                double sum = 0;
                int judged = 0;
                for (Map.Entry<String, String> query : collection.queries().entrySet()) {
                    RankedList found = index.search(
                            SearchQuery.of(query.getValue()).with(model).in(SearchScope.FULLTEXT).page(0, DEPTH));
                    Set<String> relevant = collection.relevant().get(query.getKey());
                    if (relevant != null) {
                        judged++;
                        sum += found.averagePrecision(relevant);
                    }
                    if (model == RankingModel.BM25) {
                        first.put(collection.name() + ' ' + query.getKey(),
                                found.places().stream().limit(FIRST).map(RankedList.Ranked::identifier).toList());
                    }
                }
                precision.merge(model, sum / Math.max(1, judged) / collections.size(), Double::sum);
            }
        }
    }

    private static Reconstruction.Result restored(JudgedCollection collection, IndexPolicy policy) {
        List<String> texts = collection.documents().values().stream().map(JudgedDocument::text).toList();
        Reconstruction reconstruction = new Reconstruction(policy, texts);
        Reconstruction.Result sum = Reconstruction.Result.NONE;
        int step = Math.max(1, texts.size() / ATTEMPTS);
        for (int i = 0; i < texts.size(); i += step) {
            sum = sum.plus(reconstruction.attempt(texts.get(i), IndexPolicy.DEFAULT.terms(texts.get(i)).size()));
        }
        return sum;
    }
}
