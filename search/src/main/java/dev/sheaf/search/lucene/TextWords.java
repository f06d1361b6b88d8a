package dev.sheaf.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
 *
 * <p>All terms are in one array of bytes, each at a place: two bytes for its length, then its UTF-8. Nearly all of the time for a word is
 * waiting for memory, and a word of ASCII with its stem is in one line of the processor's cache, next to each other.
 */
final class TextWords {

    /** Slots of the memory; a power of two. */
    private static final int REMEMBERED = 1 << 15;
    /** Bytes of terms after which all words are forgotten, between two documents. */
    private static final int MOST_BYTES = 4 << 20;
    /** No place of a term. */
    private static final int NONE = -1;
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
    /** Begins the terms that are stems. */
    private static final byte STEM = (byte) Stems.MARK;
    /** A bit that characters of ASCII do not have. */
    private static final char MIXED = 0x80;

    /**
     * Result of the analyzer for a word that is not of ASCII, kept for its next occurrence.
     *
     * @param text as written
     * @param term place of the word
     * @param stem place of the stem; {@link #NONE} when the word is its own
     */
    private record Word(String text, StemLanguage language, int term, int stem) {

        boolean is(String whole, int start, int length, StemLanguage inLanguage) {
            return text.length() == length && language == inLanguage && whole.regionMatches(start, text, 0, length);
        }
    }

    private final SheafAnalyzer analyzer = SheafAnalyzer.forIndex();
    private final Stems stems = new Stems();
    private final @Nullable Word[] remembered = new Word[REMEMBERED];
    /**
     * Places of words of ASCII, plus one; 0 for none. Two neighbouring slots hold words of the same hash, the more recent one first. A place has
     * the language, the term and the stem, which is empty when the word is its own.
     */
    private final int[] places = new int[REMEMBERED];
    private byte[] bytes = new byte[1 << 16];
    private int used;

    private int[] terms = new int[64];
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

    /** Begins a document: the places of terms are valid until the next one begins. */
    void begin() {
        if (used > MOST_BYTES) {
            used = 0;
            bytes = new byte[1 << 16];
            Arrays.fill(places, 0);
            Arrays.fill(remembered, null);
            text = null;
        }
    }

    private void clear() {
        count = 0;
        trailing = 0;
        if (terms.length > MOST_KEPT) {
            terms = new int[64];
            increments = new int[64];
        }
    }

    /** Returns the number of terms. */
    int count() {
        return count;
    }

    /** Returns the place of a term. */
    int place(int index) {
        return terms[index];
    }

    /** Returns whether a term is a stem. */
    boolean isStem(int index) {
        int place = terms[index];
        return length(place) > 0 && bytes[place + 2] == STEM;
    }

    private int length(int place) {
        return (bytes[place] & 0xff) << 8 | bytes[place + 1] & 0xff;
    }

    /** Makes a reference name the term at a place, until the next text is read. */
    void term(int place, BytesRef term) {
        term.bytes = bytes;
        term.offset = place + 2;
        term.length = length(place);
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
            int all = 0;
            byte highest = kind;
            while (true) {
                char c = lower(whole.charAt(at++));
                hash = 31 * hash + c;
                all |= c;
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
                    char middle = whole.charAt(at++);
                    hash = 31 * hash + middle;
                    all |= middle == '\'' ? MIXED : middle;
                    next = kind;
                }
                kind = next;
                highest = kind > highest ? kind : highest;
            }
            if (at - start > StandardAnalyzer.DEFAULT_MAX_TOKEN_LENGTH) {
                return false;
            }
            if (highest > UNDERSCORE && all < MIXED) {
                addPlain(whole, start, at, hash, spoken);
            } else if (highest > UNDERSCORE) {
                add(word(whole, start, at, hash, spoken));
            }
        }
        return true;
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }

    /** Adds a word of ASCII without apostrophe, of which only case and stem matter. */
    @SuppressWarnings("EnumOrdinal")
    private void addPlain(String whole, int start, int end, int hash, StemLanguage spoken) {
        byte language = (byte) spoken.ordinal();
        int slot = (hash + language) * 0x9E3779B1 >>> 17 & ~1;
        int place = places[slot] - 1;
        if (place < 0 || !isPlain(place, whole, start, end, language)) {
            int other = places[slot + 1] - 1;
            boolean known = other >= 0 && isPlain(other, whole, start, end, language);
            int found = known ? other : keepPlain(whole, start, end, spoken);
            if (end - start <= LONGEST_REMEMBERED) {
                places[slot + 1] = places[slot];
                places[slot] = found + 1;
            }
            place = found;
        }
        add(place + 1, 1);
        int stem = place + 3 + end - start;
        if (length(stem) > 0) {
            add(stem, 0);
        }
    }

    private boolean isPlain(int place, String whole, int start, int end, byte language) {
        if (bytes[place] != language || length(place + 1) != end - start) {
            return false;
        }
        int from = place + 3 - start;
        for (int i = start; i < end; i++) {
            if (bytes[from + i] != lower(whole.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("EnumOrdinal")
    private int keepPlain(String whole, int start, int end, StemLanguage spoken) {
        byte[] folded = new byte[end - start];
        for (int i = start; i < end; i++) {
            folded[i - start] = (byte) lower(whole.charAt(i));
        }
        String stem = "";
        if (spoken != StemLanguage.OTHER) {
            String word = new String(folded, StandardCharsets.US_ASCII);
            if (Stems.isInflectable(word)) {
                String found = stems.of(spoken, word);
                stem = found.equals(word) ? "" : Stems.term(spoken, found);
            }
        }
        reserve(1);
        int place = used;
        bytes[used++] = (byte) spoken.ordinal();
        keep(folded, 0, folded.length);
        byte[] utf8 = stem.getBytes(StandardCharsets.UTF_8);
        keep(utf8, 0, utf8.length);
        return place;
    }

    private void reserve(int more) {
        if (used + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, used + more));
        }
    }

    /** Keeps a term; returns its place. */
    private int keep(byte[] term, int offset, int length) {
        reserve(length + 2);
        int place = used;
        bytes[used++] = (byte) (length >> 8);
        bytes[used++] = (byte) length;
        System.arraycopy(term, offset, bytes, used, length);
        used += length;
        return place;
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
        Word made = new Word(word, spoken, terms[before], count - before > 1 ? terms[before + 1] : NONE);
        count = before;
        return made;
    }

    private void add(Word word) {
        add(word.term, 1);
        if (word.stem != NONE) {
            add(word.stem, 0);
        }
    }

    private void add(int place, int increment) {
        if (count == terms.length) {
            terms = Arrays.copyOf(terms, 2 * count);
            increments = Arrays.copyOf(increments, 2 * count);
        }
        terms[count] = place;
        increments[count++] = increment;
    }

    private void analyze(String whole, StemLanguage spoken) {
        try (TokenStream stream = analyzer.words(IndexFields.ALL_TEXT, whole, spoken)) {
            TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
            PositionIncrementAttribute increment = stream.getAttribute(PositionIncrementAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                BytesRef word = term.getBytesRef();
                add(keep(word.bytes, word.offset, word.length), increment.getPositionIncrement());
            }
            stream.end();
            trailing = increment.getPositionIncrement();
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
    }
}
