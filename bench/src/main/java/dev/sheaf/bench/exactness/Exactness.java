package dev.sheaf.bench.exactness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.sheaf.bench.exactness.JudgedCollection.JudgedDocument;
import dev.sheaf.bench.exactness.TextProvider.PublishedText;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.testkit.SettableClock;

/**
 * Experiment: texts spread over five providers, rounds of random changes and harvests, and after each round a comparison of the service
 * provider's rankings with those of indexes that are built from the texts at once.
 *
 * <p>Providers and service provider are hubs with stores of their own, and speak OAI-PMH over HTTP. Four providers give frequencies, by four
 * policies that are laxer than the service provider's or equal; one gives positions.
 */
final class Exactness implements AutoCloseable {

    /** Policies that leave the service provider everything it needs. */
    private static final List<IndexPolicy> LAXER = List.of(IndexPolicy.parse(PlainLuceneIndex.POLICY),
            IndexPolicy.parse("case=keep"),
            IndexPolicy.parse("case=lower"), IndexPolicy.parse("case=lower stop=english"));
    private static final IndexPolicy OWN = IndexPolicy.parse(PlainLuceneIndex.POLICY);
    private static final int PROVIDERS = 5;
    /** Results compared after each round; after some rounds, all that can be asked for. */
    private static final int USUAL_DEPTH = 1_000;
    private static final int ROUNDS_OF_FULL_DEPTH = 10;
    /** A second would do; a minute keeps the providers' datestamps apart from those of the harvests. */
    private static final Duration BETWEEN_ROUNDS = Duration.ofMinutes(1);

    private final Path work;
    private final SettableClock clock = SettableClock.at("2024-05-06T07:08:09Z");
    private final List<TextProvider> providers = new ArrayList<>();
    private final ServiceProvider service;
    private final RandomChanges changes;
    private final Random random;
    private final List<List<String>> queries;
    private final long seed;
    private int queriesOfRound = Integer.MAX_VALUE;
    private int round;

    /**
     * Figures of an experiment.
     *
     * @param operations by kind
     * @param texts published at the end
     * @param searches queries compared, each with each model, scope and reference
     * @param scores results compared bit by bit
     * @param differences none when all is well
     */
    record Outcome(Map<RandomChanges.Operation, Integer> operations, int rounds, int texts, long searches, long scores,
            List<String> differences) {}

    /**
     * Starts providers and service provider.
     *
     * @param texts that may be published, by identifier
     * @param queries words of each
     */
    Exactness(Path work, Map<String, PublishedText> texts, List<List<String>> queries, long seed)
            throws IOException, ServerStartException {
        this.work = work;
        this.queries = queries;
        this.seed = seed;
        this.random = new Random(seed);
        service = new ServiceProvider(work.resolve("service"), OWN, clock);
        for (int i = 0; i < PROVIDERS; i++) {
            TextProvider provider = new TextProvider(work.resolve("providers"), "provider-" + (i + 1),
                    i == PROVIDERS - 1 ? IndexFormat.TF_POSITIONAL : IndexFormat.TF_BASIC, LAXER.get(i % LAXER.size()), clock);
            providers.add(provider);
            service.add(provider);
        }
        changes = new RandomChanges(providers, service, texts, random);
    }

    /**
     * Compares other queries after each round instead of all.
     *
     * @param number of queries of a round
     */
    Exactness asking(int number) {
        queriesOfRound = number;
        return this;
    }

    private List<List<String>> queriesOfRound() {
        List<List<String>> drawn = new ArrayList<>(queries);
        if (queriesOfRound < drawn.size()) {
            Collections.shuffle(drawn, new Random(seed + round));
            return drawn.subList(0, queriesOfRound);
        }
        return drawn;
    }

    /**
     * Runs rounds of changes.
     *
     * @param told a line after each round
     */
    Outcome run(int rounds, int operations, Consumer<String> told) throws IOException {
        List<String> differences = new ArrayList<>();
        long searches = 0;
        long scores = 0;
        changes.begin(0.5);
        harvest();
        for (round = 1; round <= rounds; round++) {
            for (int i = operations * (round - 1) / rounds; i < operations * round / rounds; i++) {
                changes.next();
            }
            if (round % 5 == 0) {
                changes.changePolicy(LAXER);
            }
            harvest();
            boolean deep = round % ROUNDS_OF_FULL_DEPTH == 0 || round == rounds;
            try (RankingComparison comparison = comparison()) {
                List<String> found = comparison.differences(queriesOfRound(), deep ? SearchQuery.MAX_DEPTH : USUAL_DEPTH);
                differences.addAll(found);
                searches += comparison.searches();
                scores += comparison.scores();
                told.accept(String.format(Locale.ROOT, "round %d: %,d texts, %,d searches, %,d scores, %d differences%s", round,
                        texts(), comparison.searches(), comparison.scores(), found.size(),
                        found.isEmpty() ? "" : ", the first: " + found.getFirst()));
            }
        }
        return new Outcome(changes.done(), rounds, texts(), searches, scores, differences);
    }

    private int texts() {
        return providers.stream().mapToInt(provider -> provider.texts().size()).sum();
    }

    private void harvest() {
        clock.advance(BETWEEN_ROUNDS);
        providers.forEach(provider -> service.harvest(provider, false));
        clock.advance(BETWEEN_ROUNDS);
    }

    private RankingComparison comparison() throws IOException {
        return new RankingComparison(service, providers, OWN, work.resolve("central-" + round), random);
    }

    /** Publishes every text as it was and returns a line on the mean average precision of each collection by each model. */
    List<String> precision(List<JudgedCollection> collections) throws IOException {
        changes.restore();
        harvest();
        List<String> lines = new ArrayList<>();
        try (RankingComparison comparison = comparison()) {
            for (JudgedCollection collection : collections) {
                StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-10s", collection.name()));
                for (RankingModel model : RankingModel.values()) {
                    double[] both = comparison.precision(collection, model, USUAL_DEPTH);
                    line.append(String.format(Locale.ROOT, "  %s %.4f %s", model, both[0],
                            both[0] == both[1] ? "(equal)" : "(not equal: " + both[1] + ')'));
                }
                lines.add(line.toString());
            }
        }
        return lines;
    }

    @Override
    public void close() {
        service.close();
        providers.forEach(TextProvider::close);
    }

    /** Reads collections, runs the experiment and prints its figures; ends with 1 when anything differs. */
    public static void main(String[] arguments) throws IOException, ServerStartException {
        Path collections = Path.of(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        int operations = Integer.parseInt(arguments[2]);
        long seed = Long.parseLong(arguments[3]);
        List<JudgedCollection> judged = new ArrayList<>();
        for (String name : List.of("cranfield", "med", "cacm", "npl")) {
            judged.add(JudgedCollection.read(collections.resolve(name)));
        }
        Map<String, PublishedText> texts = new LinkedHashMap<>();
        List<List<String>> queries = new ArrayList<>();
        for (JudgedCollection collection : judged) {
            for (Map.Entry<String, JudgedDocument> document : collection.documents().entrySet()) {
                texts.put(document.getKey(), new PublishedText(document.getValue().title(), document.getValue().text()));
            }
            collection.queries().values().forEach(query -> queries.add(List.of(query.split(" OR "))));
        }
        Path work = Files.createTempDirectory("exactness");
        boolean same;
        int queriesOfRound = arguments.length > 4 ? Integer.parseInt(arguments[4]) : queries.size();
        try (Exactness experiment = new Exactness(work, texts, queries, seed).asking(queriesOfRound)) {
            System.out.printf(Locale.ROOT, "%,d texts, %d queries, of which %d a round, %d providers, seed %d%n", texts.size(),
                    queries.size(), Math.min(queriesOfRound, queries.size()), PROVIDERS, seed);
            Outcome outcome = experiment.run(rounds, operations, System.out::println);
            System.out.printf(Locale.ROOT, "%d rounds, operations %s: %,d searches, %,d scores, %d differences%n",
                    outcome.rounds(),
                    outcome.operations(), outcome.searches(), outcome.scores(), outcome.differences().size());
            System.out
                    .println("Mean average precision after all texts were published again, and the same by Lucene's own index:");
            List<String> lines = experiment.precision(judged);
            lines.forEach(System.out::println);
            same = outcome.differences().isEmpty() && lines.stream().noneMatch(line -> line.contains("not equal"));
        } finally {
            try (Stream<Path> files = Files.walk(work)) {
                files.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
        System.exit(same ? 0 : 1);
    }
}
