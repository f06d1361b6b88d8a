package dev.sheaf.bench.exactness;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;

/**
 * Compares the service provider's index with indexes that were built at once: of the texts by Sheaf, of the texts by Lucene alone, and of the
 * harvested records. Results, their order and all bits of their scores must be equal.
 */
final class RankingComparison implements AutoCloseable {

    private final SearchIndex harvested;
    private final SearchIndex rebuilt;
    private final CentralIndex central;
    private final PlainLuceneIndex plain;
    private final AtomicLong searches = new AtomicLong();
    private final AtomicLong scores = new AtomicLong();

    RankingComparison(ServiceProvider service, List<TextProvider> providers, IndexPolicy policy, Path folder, Random random)
            throws IOException {
        CentralTexts texts = CentralTexts.of(providers);
        harvested = service.index();
        rebuilt = service.rebuilt();
        central = new CentralIndex(folder, texts, policy, random);
        plain = new PlainLuceneIndex(texts);
    }

    /** Returns the number of queries that were compared, each with each model. */
    long searches() {
        return searches.get();
    }

    /** Returns the number of scores that were compared. */
    long scores() {
        return scores.get();
    }

    /**
     * Compares the rankings of queries by all models.
     *
     * @param queries words, any of which may occur
     * @param limit results compared at most
     * @return differences, for people; empty when there are none
     */
    List<String> differences(List<List<String>> queries, int limit) {
        return queries.parallelStream().flatMap(words -> Arrays.stream(RankingModel.values())
                .flatMap(model -> differences(words, model, limit))).toList();
    }

    private Stream<String> differences(List<String> words, RankingModel model, int limit) {
        List<String> found = new ArrayList<>();
        compare(found, String.join(" OR ", words), model, limit, plain.anyOf(words, model, limit));
        if (words.size() > 1) {
            // Phrases of neighbouring words of the query: few texts have them, and those of some providers have no positions.
            String phrase = words.getFirst() + ' ' + words.get(1);
            compare(found, '"' + phrase + '"', model, limit, plain.phrase(phrase, 0, model, limit));
            compare(found, '"' + phrase + "\"~4", model, limit, plain.phrase(phrase, 4, model, limit));
        }
        return found.stream();
    }

    private void compare(List<String> found, String text, RankingModel model, int limit, RankedList expected) {
        searches.incrementAndGet();
        SearchQuery query = SearchQuery.of(text).with(model).in(SearchScope.FULLTEXT).page(0, limit);
        RankedList list = RankedList.of(harvested.search(query));
        scores.addAndGet(list.places().size());
        note(found, list.difference(expected), text, model, "Lucene's own index of the texts");
        note(found, list.difference(central.search(query)), text, model, "Sheaf's index of the texts");
        SearchQuery everywhere = SearchQuery.of(text).with(model).page(0, Math.min(limit, 100));
        note(found, RankedList.of(harvested.search(everywhere)).difference(RankedList.of(rebuilt.search(everywhere))), text,
                model,
                "the index of the same records, descriptions included");
    }

    private static void note(List<String> found, String difference, String text, RankingModel model, String other) {
        if (!difference.isEmpty()) {
            found.add("query " + text + ", model " + model + ", compared with " + other + ": " + difference);
        }
    }

    /** Returns the mean average precision of a collection in the harvested index, and in that of Lucene alone. */
    double[] precision(JudgedCollection collection, RankingModel model, int limit) {
        double[] sums = new double[2];
        int judged = 0;
        for (var query : collection.queries().entrySet()) {
            var relevant = collection.relevant().get(query.getKey());
            if (relevant != null) {
                judged++;
                sums[0] += RankedList.of(harvested.search(SearchQuery.of(query.getValue()).with(model).in(SearchScope.FULLTEXT)
                        .page(0, limit))).averagePrecision(relevant);
                sums[1] += plain.anyOf(List.of(query.getValue().split(" OR ")), model, limit).averagePrecision(relevant);
            }
        }
        return new double[]{sums[0] / Math.max(1, judged), sums[1] / Math.max(1, judged)};
    }

    @Override
    public void close() throws IOException {
        central.close();
        plain.close();
        rebuilt.close();
    }
}
