package dev.sheaf.search.lucene;

import java.io.IOException;

import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionLengthAttribute;
import org.jspecify.annotations.Nullable;

/**
 * Puts the stem of each inflected word at the word's place, as a term of its own that no word can be. A word that is its own stem gets none:
 * questions for a stem ask for that word too, see {@link Stems}.
 */
final class StemFilter extends TokenFilter {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final PositionIncrementAttribute increment = addAttribute(PositionIncrementAttribute.class);
    private final PositionLengthAttribute length = addAttribute(PositionLengthAttribute.class);
    private final Stems stems;
    /** Of texts that do not name theirs. */
    private final StemLanguage usual;
    private StemLanguage language;
    private StemLanguage next;
    private @Nullable String pending;

    StemFilter(TokenStream input, StemLanguage language) {
        super(input);
        this.stems = new Stems();
        this.usual = language;
        this.language = language;
        this.next = language;
    }

    /** Sets the language of the text that comes next, and of no other. */
    void language(StemLanguage ofNext) {
        next = ofNext;
    }

    @Override
    public boolean incrementToken() throws IOException {
        String stem = pending;
        if (stem != null) {
            // All else is as it was for the word.
            term.setEmpty().append(Stems.term(language, stem));
            increment.setPositionIncrement(0);
            pending = null;
            return true;
        }
        if (!input.incrementToken()) {
            return false;
        }
        if (language != StemLanguage.OTHER && length.getPositionLength() == 1 && Stems.isInflectable(term)) {
            String text = term.toString();
            String found = stems.of(language, text);
            pending = found.equals(text) ? null : found;
        }
        return true;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        pending = null;
        language = next;
        next = usual;
    }
}
