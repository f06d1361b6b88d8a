package dev.sheaf.platform.search;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;

/**
 * Splits text of any language into words: by Unicode's rules, in lower case, without accents on Latin letters; Chinese, Japanese and Korean,
 * which have no blanks, as overlapping pairs of characters.
 *
 * <p>Two variants that fit each other: the index also holds the single characters of such pairs, so that a query of one character finds
 * something; a query of several is made of pairs only.
 */
final class SheafAnalyzer extends Analyzer {

    /** Makes phrases unable to reach from one value of a field into the next. */
    private static final int GAP_BETWEEN_VALUES = 100;

    private final boolean forIndex;

    private SheafAnalyzer(boolean forIndex) {
        this.forIndex = forIndex;
    }

    static SheafAnalyzer forIndex() {
        return new SheafAnalyzer(true);
    }

    static SheafAnalyzer forQuery() {
        return new SheafAnalyzer(false);
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        StandardTokenizer tokenizer = new StandardTokenizer();
        TokenStream stream = new CJKBigramFilter(folded(tokenizer), CJKBigramFilter.HAN | CJKBigramFilter.HIRAGANA
                | CJKBigramFilter.KATAKANA | CJKBigramFilter.HANGUL, forIndex);
        return new TokenStreamComponents(tokenizer, stream);
    }

    /** What happens to the letters of a word that is not split, such as the beginning of a word in a query. */
    @Override
    protected TokenStream normalize(String field, TokenStream stream) {
        return folded(stream);
    }

    private static TokenStream folded(TokenStream stream) {
        return new ASCIIFoldingFilter(new LowerCaseFilter(new CJKWidthFilter(stream)));
    }

    @Override
    public int getPositionIncrementGap(String field) {
        return GAP_BETWEEN_VALUES;
    }
}
