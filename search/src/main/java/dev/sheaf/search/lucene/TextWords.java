package dev.sheaf.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.IndexFields;

/**
 * Words of one text, with their stems: the terms of {@link SheafAnalyzer}, at a fraction of its cost. Belongs to one thread.
 *
 * <p>The same words come again and again, and what the analyzer makes of a word does not depend on the words around it. So the terms of recent
 * words are remembered, and the analyzer sees a word only when it is not among them. A text with characters whose effect on the split is not
 * certain, such as Chinese or combining accents, goes to the analyzer as a whole.
 */
final class TextWords {

    /** Slots of the memory; a power of two. About five megabytes when all are used. */
    private static final int REMEMBERED = 1 << 15;
    /** Longer ones are mostly numbers and addresses, which do not come again. */
    private static final int LONGEST_REMEMBERED = 40;
    /** Larger arrays are given back, for few texts need them. */
    private static final int MOST_KEPT = 1 << 16;

    /** Kinds of characters, by the rules of Unicode for words (UAX #29). The analyzer decides on all that is {@link #UNCERTAIN}. */
    private static final byte UNCERTAIN = 0;
    private static final byte BETWEEN = 1;
    /** Joins two letters. */
    private static final byte MIDDLE_OF_LETTERS = 2;
    /** Joins two digits. */
    private static final byte MIDDLE_OF_DIGITS = 3;
    /** Joins two letters, or two digits. */
    private static final byte MIDDLE = 4;
    private static final byte UNDERSCORE = 5;
    private static final byte DIGIT = 6;
    private static final byte LETTER = 7;

    private static final byte[] KINDS = kinds();

    /**
     * Result of the analyzer for a word, kept for its next occurrence.
     *
     * @param text as written
     * @param stem null when the word is its own
     */
    private record Word(String text, StemLanguage language, BytesRef term, @Nullable BytesRef stem) {

        boolean is(String whole, int start, int length, StemLanguage inLanguage) {
            return text.length() == length && language == inLanguage && whole.regionMatches(start, text, 0, length);
        }
    }

    private final SheafAnalyzer analyzer = SheafAnalyzer.forIndex();
    private final @Nullable Word[] remembered = new Word[REMEMBERED];

    private BytesRef[] terms = new BytesRef[64];
    private int[] increments = new int[64];
    private int count;
    /** Positions after the last word. */
    private int trailing;
    private @Nullable String text;
    private StemLanguage language = StemLanguage.OTHER;

    private static byte[] kinds() {
        byte[] kinds = new byte[0x2030];
        for (char c = 0; c < 0x250; c++) {
            kinds[c] = Character.isLetter(c) ? LETTER : BETWEEN;
        }
        Arrays.fill(kinds, '0', '9' + 1, DIGIT);
        kinds['_'] = UNDERSCORE;
        kinds[':'] = MIDDLE_OF_LETTERS;
        kinds['\u00b7'] = MIDDLE_OF_LETTERS;
        kinds[','] = MIDDLE_OF_DIGITS;
        kinds[';'] = MIDDLE_OF_DIGITS;
        kinds['.'] = MIDDLE;
        kinds['\''] = MIDDLE;
        // The soft hyphen belongs to the letter before it; signs of trade may be pictographs.
        kinds['\u00ad'] = UNCERTAIN;
        kinds['\u00a9'] = UNCERTAIN;
        kinds['\u00ae'] = UNCERTAIN;
        // Greek and Cyrillic, without their signs.
        for (char c = '\u0370'; c < '\u0530'; c++) {
            kinds[c] = Character.isLetter(c) ? LETTER : UNCERTAIN;
        }
        // Dashes, quotation marks and the ellipsis.
        Arrays.fill(kinds, '\u2010', '\u2024', BETWEEN);
        kinds['\u2018'] = MIDDLE;
        kinds['\u2019'] = MIDDLE;
        kinds['\u2026'] = BETWEEN;
        return kinds;
    }

    private static byte kind(char c) {
        return c < KINDS.length ? KINDS[c] : UNCERTAIN;
    }

    /**
     * Splits a text. The same text again, which stands in several fields of a document, is not split again.
     *
     * @param spoken language of the stems
     */
    @SuppressWarnings("ReferenceEquality")
    void read(String whole, StemLanguage spoken) {
        if (whole == text && spoken == language) {
            return;
        }
        text = null;
        clear();
        if (!readWords(whole, spoken)) {
            clear();
            analyze(whole, spoken);
        }
        text = whole;
        language = spoken;
    }

    private void clear() {
        count = 0;
        trailing = 0;
        if (terms.length > MOST_KEPT) {
            terms = new BytesRef[64];
            increments = new int[64];
        }
    }

    /** Returns the number of terms. */
    int count() {
        return count;
    }

    /** Returns a term; it does not change. */
    BytesRef term(int index) {
        return terms[index];
    }

    /** Returns how far a term is from the one before it. */
    int increment(int index) {
        return increments[index];
    }

    /** Returns the positions after the last term that belong to the text. */
    int trailing() {
        return trailing;
    }

    /** Splits a text of which all characters are certain; returns false when there are others. */
    private boolean readWords(String whole, StemLanguage spoken) {
        int length = whole.length();
        int at = 0;
        while (at < length) {
            byte kind = kind(whole.charAt(at));
            if (kind == UNCERTAIN) {
                return false;
            }
            if (kind < UNDERSCORE) {
                at++;
                continue;
            }
            int start = at;
            int hash = 0;
            byte highest = kind;
            while (true) {
                hash = 31 * hash + whole.charAt(at++);
                if (at == length) {
                    break;
                }
                byte next = kind(whole.charAt(at));
                if (next == UNCERTAIN) {
                    return false;
                }
                if (next < UNDERSCORE) {
                    if (!joins(next, kind) || at + 1 == length || kind(whole.charAt(at + 1)) != kind) {
                        break;
                    }
                    hash = 31 * hash + whole.charAt(at++);
                    next = kind;
                }
                kind = next;
                highest = kind > highest ? kind : highest;
            }
            if (at - start > StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH) {
                return false;
            }
            if (highest > UNDERSCORE) {
                add(word(whole, start, at, hash, spoken));
            }
        }
        return true;
    }

    /** Returns whether a character joins two of a kind. */
    private static boolean joins(byte middle, byte kind) {
        return switch (kind) {
            case LETTER -> middle == MIDDLE || middle == MIDDLE_OF_LETTERS;
            case DIGIT -> middle == MIDDLE || middle == MIDDLE_OF_DIGITS;
            default -> false;
        };
    }

    @SuppressWarnings("EnumOrdinal")
    private Word word(String whole, int start, int end, int hash, StemLanguage spoken) {
        int slot = (hash + spoken.ordinal()) * 0x9E3779B1 >>> 17;
        Word known = remembered[slot];
        if (known != null && known.is(whole, start, end - start, spoken)) {
            return known;
        }
        Word made = analyzed(whole.substring(start, end), spoken);
        if (end - start <= LONGEST_REMEMBERED) {
            remembered[slot] = made;
        }
        return made;
    }

    private Word analyzed(String word, StemLanguage spoken) {
        int before = count;
        analyze(word, spoken);
        Word made = new Word(word, spoken, terms[before], count - before > 1 ? terms[before + 1] : null);
        count = before;
        return made;
    }

    private void add(Word word) {
        add(word.term, 1);
        BytesRef stem = word.stem;
        if (stem != null) {
            add(stem, 0);
        }
    }

    private void add(BytesRef term, int increment) {
        if (count == terms.length) {
            terms = Arrays.copyOf(terms, 2 * count);
            increments = Arrays.copyOf(increments, 2 * count);
        }
        terms[count] = term;
        increments[count++] = increment;
    }

    private void analyze(String whole, StemLanguage spoken) {
        try (TokenStream stream = analyzer.words(IndexFields.ALL_TEXT, whole, spoken)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                add(BytesRef.deepCopyOf(term.getBytesRef()), increment.getPositionIncrement());
            }
            stream.end();
            trailing = increment.getPositionIncrement();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
