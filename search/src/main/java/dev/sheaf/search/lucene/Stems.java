package dev.sheaf.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Stems of folded words. Belongs to one thread.
 *
 * <p>Stemmers are slow beside all else that happens to a word, and the same words come again and again: the last ones are remembered.
 */
final class Stems {

    /** Begins the terms that are stems; no tokenizer leaves it in a word. */
    static final char MARK = '\u0001';

    private static final int SHORTEST = 3;
    /** Longer ones are no words. */
    private static final int LONGEST = 40;
    /** Slots of the memory of one language; a power of two. About a megabyte when all are used. */
    private static final int REMEMBERED = 8_192;

    private static final class OfLanguage {
        final OneWord word = new OneWord();
        final TokenStream stemmer;
        final CharTermAttribute stemmed;
        final String[] words = new String[REMEMBERED];
        final String[] stems = new String[REMEMBERED];

        OfLanguage(StemLanguage language) {
            stemmer = language.stemmer(word);
            stemmed = stemmer.getAttribute(CharTermAttribute.class);
        }

        String stem(String text) {
            int slot = text.hashCode() * 0x9E3779B1 >>> 19;
            if (text.equals(words[slot])) {
                return stems[slot];
            }
            word.next(text);
            try {
                stemmer.incrementToken();
            } catch (IOException e) {
                throw new UncheckedIOException("reading from memory failed", e);
            }
            String stem = stemmed.length() < 2 ? text : stemmed.toString();
            words[slot] = text;
            stems[slot] = stem;
            return stem;
        }
    }

    private final Map<StemLanguage, OfLanguage> languages = new EnumMap<>(StemLanguage.class);

    /** Returns whether a word can have endings: letters only, neither very short nor very long. */
    static boolean isInflectable(CharSequence word) {
        if (word.length() < SHORTEST || word.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if ((c < 'a' || c > 'z') && c != '\'' && !Character.isLetter(c)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the stem of a word in a language; the word itself when it has no ending. */
    String of(StemLanguage language, String word) {
        OfLanguage known = languages.get(language);
        if (known == null) {
            known = new OfLanguage(language);
            languages.put(language, known);
        }
        return known.stem(word);
    }

    /** Returns the term of a stem: that of a language of its own, so that the stems of two languages never meet by chance. */
    @SuppressWarnings("EnumOrdinal")
    static String term(StemLanguage language, String stem) {
        return MARK + "" + (char) ('a' + language.ordinal()) + stem;
    }

    /** Returns all terms by which words that have a stem in common with a word are found, in any language of its script. */
    Collection<String> related(String word) {
        Set<String> terms = new LinkedHashSet<>();
        for (StemLanguage language : StemLanguage.values()) {
            if (language.writes(word.charAt(0))) {
                String stem = of(language, word);
                terms.add(term(language, stem));
                terms.add(stem);
            }
        }
        terms.remove(word);
        return terms;
    }

    /** A stream of the one word that it was given last. */
    private static final class OneWord extends TokenStream {
        private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

        void next(String text) {
            term.setEmpty().append(text);
        }

        @Override
        public boolean incrementToken() {
            return true;
        }
    }
}
