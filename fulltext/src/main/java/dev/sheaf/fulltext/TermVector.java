package dev.sheaf.fulltext;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;

/**
 * The terms of one text, each once and in code point order, with the number of its tokens or their positions as far as they are known.
 *
 * <p>Terms are in Unicode's composed form (NFC) and hold only characters that XML can carry: {@link Builder} brings them to this form. Immutable
 * and thread-safe.
 */
public final class TermVector {

    private static final int[] NO_POSITIONS = {};
    private static final Pattern LANGUAGE = Pattern.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*");

    private final String[] terms;
    /** Null when unknown. */
    private final int @Nullable [] frequencies;
    /** Ascending for each term; null when unknown. */
    private final int @Nullable [][] positions;
    private final long tokens;
    private final long length;
    private final String language;
    private final String analyzer;
    private final String source;

    private TermVector(Builder builder) {
        int size = builder.occurrences.size();
        terms = new String[size];
        int[] counts = new int[size];
        int[][] places = new int[size][];
        int i = 0;
        for (Map.Entry<String, Occurrences> entry : builder.occurrences.entrySet()) {
            terms[i] = entry.getKey();
            counts[i] = entry.getValue().frequency;
            places[i] = entry.getValue().positions();
            i++;
        }
        frequencies = builder.numbersAreUnknown ? null : counts;
        positions = builder.numbersAreUnknown || builder.positionsAreUnknown ? null : places;
        tokens = builder.numbersAreUnknown ? size : builder.tokens;
        length = Math.max(tokens, builder.length);
        language = builder.language;
        analyzer = builder.analyzer;
        source = builder.source;
    }

    /** Returns the number of distinct terms. */
    public int size() {
        return terms.length;
    }

    /**
     * Returns a term.
     *
     * @param i its place in code point order, from 0
     */
    public String term(int i) {
        return terms[i];
    }

    /** Returns the number of tokens of a term, at least 1; 1 when the numbers are unknown. */
    public int frequency(int i) {
        return frequencies == null ? 1 : frequencies[i];
    }

    /** Returns whether the numbers of tokens are known. */
    public boolean hasFrequencies() {
        return frequencies != null;
    }

    /** Returns a copy of the ascending positions of a term's tokens, from 0, as many as its frequency; empty when they are unknown. */
    public int[] positions(int i) {
        return positions == null ? NO_POSITIONS : positions[i].clone();
    }

    /** Returns whether positions are known. A vector without terms has them. */
    public boolean hasPositions() {
        return positions != null;
    }

    /** Returns the place of a term; negative when the text does not have it. */
    public int indexOf(String term) {
        return Arrays.binarySearch(terms, term, CodePointOrder.INSTANCE);
    }

    /** Returns the sum of the frequencies: the tokens that pruning left. The number of terms when frequencies are unknown. */
    public long tokens() {
        return tokens;
    }

    /** Returns the number of tokens of the text before pruning; at least {@link #tokens()}. */
    public long length() {
        return length;
    }

    /** Returns the language of the text as a code of RFC 5646; empty when unknown. */
    public String language() {
        return language;
    }

    /** Returns how the terms were made, for Sheaf's own data providers {@link IndexPolicy#text()}; empty when unknown. */
    public String analyzer() {
        return analyzer;
    }

    /** Returns the address of the primary manifestation, the file that the terms are of; empty when unknown. */
    public String source() {
        return source;
    }

    /** Returns a builder that holds the descriptions of this vector and its length, and no terms. */
    public Builder emptied() {
        return new Builder().length(length).language(language).analyzer(analyzer).source(source);
    }

    /** Two vectors are equal when all their components are. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TermVector that && length == that.length && Arrays.equals(terms, that.terms)
                && Arrays.equals(frequencies, that.frequencies) && Arrays.deepEquals(positions, that.positions)
                && language.equals(that.language) && analyzer.equals(that.analyzer) && source.equals(that.source);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(terms) * 31 + Arrays.hashCode(frequencies);
    }

    /** Returns the first terms with their frequencies, for people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(size() + " terms of " + length + " tokens:");
        for (int i = 0; i < Math.min(size(), 20); i++) {
            text.append(' ').append(term(i)).append(hasFrequencies() ? "=" + frequency(i) : "");
        }
        return text.append(size() > 20 ? " …" : "").toString();
    }

    private static final class Occurrences {

        private int frequency;
        private int[] positions = NO_POSITIONS;
        private int count;

        void add(int[] more) {
            int needed = Math.addExact(count, more.length);
            if (needed > positions.length) {
                positions = Arrays.copyOf(positions, Math.max(needed, positions.length + (positions.length >> 1)));
            }
            System.arraycopy(more, 0, positions, count, more.length);
            count = needed;
        }

        int[] positions() {
            int[] ascending = Arrays.copyOf(positions, count);
            Arrays.sort(ascending);
            return ascending;
        }
    }

    /**
     * Builder of a vector. Brings each term to NFC and replaces characters that XML cannot carry by U+FFFD; terms that become equal are added up.
     * Not thread-safe.
     */
    public static final class Builder {

        private final TreeMap<String, Occurrences> occurrences = new TreeMap<>(CodePointOrder.INSTANCE);
        private boolean numbersAreUnknown;
        private boolean positionsAreUnknown;
        private long tokens;
        private long length;
        private String language = "";
        private String analyzer = "";
        private String source = "";

        /** Creates a builder without terms. */
        public Builder() {}

        /**
         * Adds a term whose number of tokens is unknown; then the numbers of all terms count as unknown.
         *
         * @throws IllegalArgumentException as {@link #add(String, int)}
         */
        public Builder add(String term) {
            numbersAreUnknown = true;
            entry(term);
            return this;
        }

        /**
         * Adds tokens of a term without their positions; then the positions of all terms count as unknown.
         *
         * @param term not empty
         * @param frequency at least 1
         * @throws IllegalArgumentException when the term is empty or too long, the frequency is below 1, or the text gets too many terms or
         *         tokens (see {@link Limit})
         */
        public Builder add(String term, int frequency) {
            positionsAreUnknown = true;
            return count(entry(term), term, frequency);
        }

        /**
         * Adds tokens of a term.
         *
         * @param term not empty
         * @param positions of the tokens, at least one, none negative, in any order; copied
         * @throws IllegalArgumentException as {@link #add(String, int)}, and when a position is negative
         */
        public Builder add(String term, int[] positions) {
            for (int position : positions) {
                if (position < 0) {
                    throw new IllegalArgumentException("a token of the term '" + shown(term) + "' has the position " + position);
                }
            }
            Occurrences entry = entry(term);
            count(entry, term, positions.length);
            entry.add(positions);
            return this;
        }

        /**
         * Sets the number of tokens before pruning. A number below the sum of the frequencies stands for that sum.
         *
         * @throws IllegalArgumentException when it is more than any text may have (see {@link Limit#INDEX_TOKENS})
         */
        public Builder length(long tokensBeforePruning) {
            if (tokensBeforePruning > Limit.INDEX_TOKENS.count()) {
                throw new IllegalArgumentException(Limit.INDEX_TOKENS.exceeded());
            }
            length = tokensBeforePruning;
            return this;
        }

        /** Sets the language; anything that is not written as a code of RFC 5646 counts as unknown. */
        public Builder language(String code) {
            language = LANGUAGE.matcher(code).matches() ? code : "";
            return this;
        }

        /** Sets how the terms were made. */
        public Builder analyzer(String description) {
            analyzer = legal(description);
            return this;
        }

        /** Sets the address of the text. */
        public Builder source(String address) {
            source = legal(address);
            return this;
        }

        /** Returns the vector of the terms added so far. */
        public TermVector build() {
            return new TermVector(this);
        }

        /** Returns whether a term was added, in whatever form. */
        boolean has(String term) {
            return occurrences.containsKey(form(term));
        }

        private Builder count(Occurrences entry, String term, int frequency) {
            if (frequency < 1) {
                throw new IllegalArgumentException("the term '" + shown(term) + "' has the frequency " + frequency);
            }
            tokens += frequency;
            if (tokens > Limit.INDEX_TOKENS.count()) {
                throw new IllegalArgumentException(Limit.INDEX_TOKENS.exceeded());
            }
            entry.frequency += frequency;
            return this;
        }

        private Occurrences entry(String term) {
            if (term.length() > Limit.INDEX_TERM.number()) {
                throw new IllegalArgumentException(Limit.INDEX_TERM.exceeded());
            }
            String name = form(term);
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a term is empty");
            }
            Occurrences entry = occurrences.computeIfAbsent(name, _ -> new Occurrences());
            if (occurrences.size() > Limit.INDEX_TERMS.number()) {
                throw new IllegalArgumentException(Limit.INDEX_TERMS.exceeded());
            }
            return entry;
        }
    }

    /** Returns the one form of a term: legal in XML, and in NFC. */
    static String form(String term) {
        for (int i = 0; i < term.length(); i++) {
            if (term.charAt(i) < ' ' || term.charAt(i) > '~') {
                return Normalizer.normalize(legal(term), Normalizer.Form.NFC);
            }
        }
        return term;
    }

    /** Returns a text with U+FFFD for each character that no XML document can hold. */
    static String legal(String text) {
        StringBuilder legal = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= ' ' && !Character.isSurrogate(c) && c < 0xFFFE || c == '\t' || c == '\n' || c == '\r') {
                continue;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
                continue;
            }
            legal = legal == null ? new StringBuilder(text) : legal;
            legal.setCharAt(i, '\uFFFD');
        }
        return legal == null ? text : legal.toString();
    }

    /** Returns the beginning of a term, for messages. */
    static String shown(String term) {
        return term.length() <= 60 ? term : term.substring(0, 60) + "…";
    }
}
