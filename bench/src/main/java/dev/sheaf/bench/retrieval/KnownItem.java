package dev.sheaf.bench.retrieval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;

/**
 * Measures how well records are found by people who remember a part of them: three words of a title at random, and the same words inflected,
 * without accents, misspelt, with the author's names in another order, or without the article before an apostrophe. Prints the mean
 * reciprocal rank over {@value #ITEMS} items of each kind; items and words are drawn with a fixed seed.
 *
 * <p>Arguments: the folder of the collections (JSON Lines, gzip), how many records to take, and a folder of test collections with relevance
 * judgements, for which mean average precision and nDCG are printed too.
 */
final class KnownItem {

    private static final int ITEMS = 200;
    private static final int DEPTH = 100;
    private static final long SEED = 42;
    private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}\\p{M}]{2,}");
    private static final Pattern ELIDED = Pattern.compile("(?iu)\\b(?:l|d|s|qu|n|j|dell|all|nell)['\u2019](\\p{L}{4,})");
    private static final Pattern INVERTED = Pattern.compile("\\p{Lu}\\p{L}+, \\p{Lu}\\p{L}+");

    private final SearchIndex index;
    private final List<RetrievalCollection.Work> works;

    private KnownItem(SearchIndex index, List<RetrievalCollection.Work> works) {
        this.index = index;
        this.works = works;
    }

    /** Measures and prints. */
    public static void main(String[] arguments) throws IOException {
        Path corpus = Path.of(arguments[0]);
        int records = Integer.parseInt(arguments[1]);
        Path work = Files.createTempDirectory("known-item");
        try {
            try (RetrievalCollection collection = RetrievalCollection.ofCorpus(corpus, records, work.resolve("corpus"))) {
                System.out.printf(Locale.ROOT, "records %,d, indexed in %.1f s%n", collection.works().size(),
                        collection.indexingSeconds());
                new KnownItem(collection.index(), collection.works()).measure();
            }
            if (arguments.length > 2) {
                for (String name : List.of("cranfield", "med", "cacm", "npl")) {
                    JudgedQueries.measure(Path.of(arguments[2]).resolve(name), work.resolve(name));
                }
            }
        } finally {
            try (Stream<Path> files = Files.walk(work)) {
                files.sorted(Collections.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    private void measure() {
        Random words = new Random(SEED);
        measure("three title words", item -> String.join(" ", drawn(item, words)));
        measure("inflected words", item -> inflected(drawn(item, words)));
        measure("accents missing", item -> {
            List<String> drawn = drawn(item, words);
            String text = String.join(" ", drawn);
            String plain = Normalizer.normalize(text, Normalizer.Form.NFD).replaceAll("\\p{M}", "");
            return plain.equals(text) || !plain.chars().allMatch(c -> c < 0x80) ? "" : plain;
        });
        measure("names in the other order", item -> item.creators().stream().filter(name -> INVERTED.matcher(name).matches())
                .findFirst().map(name -> {
                    List<String> drawn = drawn(item, words);
                    int comma = name.indexOf(',');
                    return drawn.isEmpty()
                            ? ""
                            : "creator:\"" + name.substring(comma + 2) + " " + name.substring(0, comma) + "\" "
                                    + drawn.getFirst();
                }).orElse(""));
        measure("words after an elision", item -> {
            Matcher elided = ELIDED.matcher(item.title());
            if (!elided.find()) {
                return "";
            }
            List<String> drawn = new ArrayList<>(drawn(item, words));
            drawn.remove(elided.group(1));
            return elided.group(1) + (drawn.isEmpty() ? "" : " " + drawn.getFirst());
        });
        measure("one letter wrong", item -> misspelt(drawn(item, words), words));
    }

    private void measure(String kind, Function<RetrievalCollection.Work, String> query) {
        List<RetrievalCollection.Work> shuffled = new ArrayList<>(works);
        Collections.shuffle(shuffled, new Random(SEED));
        int asked = 0;
        int firstTen = 0;
        double sum = 0;
        long nanos = 0;
        for (RetrievalCollection.Work item : shuffled) {
            String text = query.apply(item);
            if (text.isBlank()) {
                continue;
            }
            long begun = System.nanoTime();
            int rank = rank(text, item);
            nanos += System.nanoTime() - begun;
            sum += rank == 0 ? 0 : 1.0 / rank;
            firstTen += rank > 0 && rank <= 10 ? 1 : 0;
            if (++asked == ITEMS) {
                break;
            }
        }
        System.out.printf(Locale.ROOT, "%-26s items %d, mean reciprocal rank %.3f, in the first ten %.1f %%, %.1f ms a query%n",
                kind,
                asked, sum / Math.max(1, asked), 100.0 * firstTen / Math.max(1, asked), nanos / 1e6 / Math.max(1, asked));
    }

    /** Returns the place of the item among the results, from 1; 0 if it is not among the first {@value #DEPTH}. */
    private int rank(String text, RetrievalCollection.Work item) {
        List<SearchHit> hits = index.search(SearchQuery.of(text).page(0, DEPTH)).hits();
        if (hits.isEmpty()) {
            String better = suggested(text);
            hits = better == null ? hits : index.search(SearchQuery.of(better).page(0, DEPTH)).hits();
        }
        for (int i = 0; i < hits.size(); i++) {
            if (hits.get(i).identifier().equals(item.id())) {
                return i + 1;
            }
        }
        return 0;
    }

    /** Returns the query that the index suggests; null if there is none. */
    private @Nullable String suggested(String text) {
        return index.suggestion(SearchQuery.of(text), 0).map(suggestion -> suggestion.text()).orElse(null);
    }

    /** Returns three random different words of the title; empty if it has fewer. */
    private static List<String> drawn(RetrievalCollection.Work item, Random random) {
        List<String> words = new ArrayList<>(
                WORD.matcher(item.title()).results().map(match -> match.group()).distinct().toList());
        if (words.size() < 3) {
            return List.of();
        }
        Collections.shuffle(words, random);
        return words.subList(0, 3);
    }

    /** Returns the first long word in the other number, by the rules of English. */
    private static String inflected(List<String> words) {
        List<String> changed = new ArrayList<>(words);
        for (int i = 0; i < changed.size(); i++) {
            String word = changed.get(i);
            if (word.length() > 4 && word.chars().allMatch(c -> c >= 'A' && c <= 'z') && !word.endsWith("ss")) {
                changed.set(i, word.endsWith("ies")
                        ? word.substring(0, word.length() - 3) + "y"
                        : word.endsWith("s") ? word.substring(0, word.length() - 1) : word + "s");
                return String.join(" ", changed);
            }
        }
        return "";
    }

    /** Returns the longest word with two neighbouring letters exchanged. */
    private static String misspelt(List<String> words, Random random) {
        String longest = "";
        for (String word : words) {
            longest = word.length() > longest.length() ? word : longest;
        }
        if (longest.length() < 6) {
            return "";
        }
        int at = 1 + random.nextInt(longest.length() - 2);
        String wrong = longest.substring(0, at) + longest.charAt(at + 1) + longest.charAt(at) + longest.substring(at + 2);
        return wrong.equals(longest) ? "" : String.join(" ", words).replace(longest, wrong);
    }
}
