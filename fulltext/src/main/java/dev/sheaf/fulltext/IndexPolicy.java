package dev.sheaf.fulltext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.jspecify.annotations.Nullable;

/**
 * The way from a text to its terms: tokenizer, case, stop words, stemmer, pruning. Every step is Lucene's, chosen by name.
 *
 * <p>A policy has a text form, which data providers state with each index ({@code @analyzer}) and users write:
 *
 * <pre>
 * tokenizer=standard case=lower stop=english,+page stem=porterStem min-frequency=2
 * </pre>
 *
 * <ul>
 *   <li>{@code tokenizer}: {@code standard} (Unicode's words, UAX 29), {@code icu} (with dictionaries for scripts without blanks),
 *       {@code whitespace}, {@code letter}, {@code classic}, {@code uax29urlemail}, {@code thai}
 *   <li>{@code case}: {@code keep}, {@code lower}, {@code fold} (case, accents and width)
 *   <li>{@code stop}: {@code none}, or names of lists and own words, each with a plus before it
 *   <li>{@code stem}: {@code none}, {@code snowball-LANGUAGE}, or a stemmer of Lucene such as {@code porterStem}
 *   <li>{@code min-frequency=N}, {@code keep=P%}, {@code weight=P%}, {@code drop=short,numbers}: pruning
 *   <li>{@code limit=N}: words of a text after which the rest is not indexed
 * </ul>
 *
 * Missing parts are {@code standard}, {@code lower} and {@code none}. A language alone, such as {@code german}, stands for its stop words and
 * stemmer. Immutable and thread-safe.
 */
public final class IndexPolicy {

    /** The tokenizers that a policy can name. Others need patterns or files. */
    public static final List<String> TOKENIZERS = List.of("standard", "icu", "whitespace", "letter", "classic", "uax29urlemail",
            "thai");

    /** Words of a text that are indexed unless a policy says otherwise. */
    public static final int USUAL_LIMIT = 1_000_000;
    /** Words of a text that any policy may index. */
    public static final int HIGHEST_LIMIT = 5_000_000;

    /** Words in lower case: the laxest policy that searches without regard to case. */
    public static final IndexPolicy DEFAULT = parse("");

    private static final String NONE = "none";

    private final Parts parts;
    private final String text;
    private final PolicyAnalyzer analyzer;

    private IndexPolicy(Parts parts) {
        this.parts = parts;
        this.text = text(parts);
        this.analyzer = new PolicyAnalyzer(parts);
    }

    /**
     * The steps of a policy.
     *
     * @param lists names of lists of stop words
     * @param words own stop words
     * @param limit of words
     */
    record Parts(String tokenizer, CaseFolding folding, Set<String> lists, Set<String> words, Stemmer stemmer, Pruning pruning,
            int limit) {}

    /**
     * A term at its place in a text.
     *
     * @param term in the form in which {@link TermVector} has it
     * @param position of the token, from 0; stop words leave gaps
     */
    public record Token(String term, int position) {}

    /**
     * Reads the text of a policy.
     *
     * @param text parts between blanks, in any order; empty for {@link #DEFAULT}
     * @throws IllegalArgumentException when a part is unknown or has a value that it does not take; the message says which values there are
     */
    public static IndexPolicy parse(String text) {
        return new IndexPolicy(new PolicyReader(text).parts());
    }

    /** Returns the text of the policy. Equal policies have the same text; {@link #parse} reads it. */
    public String text() {
        return text;
    }

    /** Returns the names of Lucene's lists of stop words. */
    public static Set<String> stopLists() {
        return StopWords.names();
    }

    /** Returns the names of all stemmers. */
    public static Set<String> stemmers() {
        return Stemmer.names();
    }

    /**
     * Makes the vector of a text.
     *
     * @param text of any length; words beyond the policy's limit are not indexed
     * @param language code of RFC 5646; empty when unknown
     * @param source address of the text; empty when unknown
     * @param positions whether the vector shall have positions
     */
    public TermVector index(String text, String language, String source, boolean positions) {
        TermVector.Builder builder = new TermVector.Builder().language(language).analyzer(this.text).source(source);
        if (positions) {
            Map<String, IntList> places = new HashMap<>();
            read(text, (term, position) -> places.computeIfAbsent(term, _ -> new IntList()).add(position));
            places.forEach((term, list) -> builder.add(term, list.toArray()));
        } else {
            Map<String, IntList> counts = new HashMap<>();
            read(text, (term, _) -> counts.computeIfAbsent(term, _ -> new IntList()).count++);
            counts.forEach((term, count) -> builder.add(term, count.count));
        }
        return parts.pruning.of(builder.build());
    }

    /** Returns the terms of a text in its order, without pruning: those of a query. */
    public List<Token> terms(String text) {
        List<Token> tokens = new ArrayList<>();
        read(text, (term, position) -> tokens.add(new Token(term, position)));
        return tokens;
    }

    /** Two policies are equal when their texts are. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IndexPolicy that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the text of the policy. */
    @Override
    public String toString() {
        return text;
    }

    /** Returns the policy that makes the same terms and leaves out none of them: without pruning and with the usual limit. */
    IndexPolicy withoutBounds() {
        return new IndexPolicy(new Parts(parts.tokenizer, parts.folding, parts.lists, parts.words, parts.stemmer,
                DEFAULT.parts.pruning, USUAL_LIMIT));
    }

    Parts parts() {
        return parts;
    }

    PolicyAnalyzer analyzer() {
        return analyzer;
    }

    @FunctionalInterface
    private interface Taking {
        void take(String term, int position);
    }

    private void read(String text, Taking taking) {
        // Composed before it is split: a letter and its accent may else become two words.
        String composed = Normalizer.isNormalized(text, Normalizer.Form.NFC)
                ? text
                : Normalizer.normalize(text, Normalizer.Form.NFC);
        try (TokenStream tokens = analyzer.tokenStream("", composed)) {
            CharTermAttribute term = tokens.addAttribute(CharTermAttribute.class);
            PositionIncrementAttribute increment = tokens.addAttribute(PositionIncrementAttribute.class);
            tokens.reset();
            int position = -1;
            while (tokens.incrementToken()) {
                position += increment.getPositionIncrement();
                if (!term.isEmpty()) {
                    taking.take(term.toString(), Math.max(0, position));
                }
            }
            tokens.end();
        } catch (IOException failure) {
            throw new UncheckedIOException("a text in memory could not be read", failure);
        }
    }

    private static final class IntList {

        private int[] numbers = new int[2];
        private int count;

        void add(int number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, count * 2);
            }
            numbers[count++] = number;
        }

        int[] toArray() {
            return Arrays.copyOf(numbers, count);
        }
    }

    private static String text(Parts parts) {
        StringBuilder text = new StringBuilder("tokenizer=").append(parts.tokenizer).append(" case=").append(parts.folding.text())
                .append(" stop=");
        List<String> stop = new ArrayList<>(new TreeSet<>(parts.lists));
        new TreeSet<>(parts.words).forEach(word -> stop.add("+" + escaped(word)));
        text.append(stop.isEmpty() ? NONE : String.join(",", stop)).append(" stem=").append(parts.stemmer.name());
        parts.pruning.describe(text);
        if (parts.limit != USUAL_LIMIT) {
            text.append(" limit=").append(parts.limit);
        }
        return text.toString();
    }

    private static String escaped(String word) {
        StringBuilder escaped = new StringBuilder();
        word.codePoints().forEach(c -> {
            if (c == '%' || c == ',' || Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c)) {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    escaped.append('%').append(String.format("%02X", b));
                }
            } else {
                escaped.appendCodePoint(c);
            }
        });
        return escaped.toString();
    }
}
