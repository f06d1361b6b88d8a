package dev.sheaf.search.lucene;

import java.util.List;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.util.ElisionFilter;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.IndexFields;

/**
 * Splits text of any language into words: by Unicode's rules, folded by {@link FoldingFilter}, without the articles that French, Italian and
 * Catalan write before an apostrophe; Chinese, Japanese and Korean, which have no blanks, as overlapping pairs of characters; Thai and its
 * neighbours by dictionary.
 *
 * <p>Variants that fit each other: the index also holds the single characters of such pairs, so that a query of one character finds
 * something, and the stems of words; a query of several characters is made of pairs only, and asks for stems itself.
 */
final class SheafAnalyzer extends Analyzer {

    /** Makes phrases unable to reach from one value of a field into the next. */
    static final int GAP_BETWEEN_VALUES = 100;

    /** French, Italian and Catalan; {@code o'} is not among them, for O'Neill is a name. */
    private static final CharArraySet ELIDED = CharArraySet.unmodifiableSet(new CharArraySet(List.of("l", "d", "s", "qu", "j",
            "m", "t", "n", "c", "jusqu", "lorsqu", "puisqu", "quoiqu", "presqu", "quelqu", "entr", "aujourd", "all", "dall",
            "dell", "nell", "sull", "coll", "pell", "gl", "agl", "dagl", "degl", "negl", "sugl", "un", "quell", "quest", "sant",
            "bell", "v"), false));

    /** Of texts that do not name their own; null for queries. */
    private final @Nullable StemLanguage language;

    private SheafAnalyzer(@Nullable StemLanguage language) {
        this.language = language;
    }

    static SheafAnalyzer forIndex() {
        return forTexts(StemLanguage.OTHER);
    }

    static SheafAnalyzer forQuery() {
        return new SheafAnalyzer(null);
    }

    /** For texts of one language. */
    static SheafAnalyzer forTexts(StemLanguage language) {
        return new SheafAnalyzer(language);
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer tokenizer = new StandardTokenizer();
        TokenStream words = new ElisionFilter(new FoldingFilter(new SegmentingFilter(tokenizer)), ELIDED);
        TokenStream stream = new CJKBigramFilter(words, CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA
                | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL, language != null);
        if (language != null) {
            stream = new StemFilter(stream, language);
        }
        return new TokenStreamComponents(tokenizer, stream);
    }

    /** Splits a text of which the language is known. */
    TokenStream words(String field, String text, StemLanguage language) {
        TokenStream stream = tokenStream(field, text);
        if (stream instanceof StemFilter stems) {
            stems.language(IndexFields.STEMMED.contains(field) ? language : StemLanguage.OTHER);
        }
        return stream;
    }

    /** Normalises a word that is not split, such as the beginning of a word in a query. */
    @Override
    protected TokenStream normalize(String field, TokenStream stream) {
        return new FoldingFilter(stream);
    }

    @Override
    public int getPositionIncrementGap(String field) {
        return GAP_BETWEEN_VALUES;
    }
}
