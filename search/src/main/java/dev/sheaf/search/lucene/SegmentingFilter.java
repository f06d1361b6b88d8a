package dev.sheaf.search.lucene;

import java.io.IOException;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;
import org.jspecify.annotations.Nullable;

/** Splits Thai, Lao, Khmer and Burmese, which are written without blanks, into words by ICU's dictionaries. */
final class SegmentingFilter extends TokenFilter {

    private static final String WITHOUT_BLANKS = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.SOUTHEAST_ASIAN];

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final TypeAttribute type = addAttribute(TypeAttribute.class);
    /** Made when the first such word is met. */
    private @Nullable BreakIterator words;
    private String text = "";
    private int start;
    private int at = BreakIterator.DONE;

    SegmentingFilter(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        BreakIterator breaks = words;
        int end = breaks == null || at == BreakIterator.DONE ? BreakIterator.DONE : breaks.next();
        if (end != BreakIterator.DONE) {
            emit(end);
            return true;
        }
        at = BreakIterator.DONE;
        if (!input.incrementToken()) {
            return false;
        }
        if (WITHOUT_BLANKS.equals(type.type())) {
            if (breaks == null) {
                breaks = BreakIterator.getWordInstance(ULocale.ROOT);
                words = breaks;
            }
            text = term.toString();
            start = offset.startOffset();
            breaks.setText(text);
            at = breaks.first();
            emit(breaks.next());
        }
        return true;
    }

    private void emit(int end) {
        term.setEmpty().append(text, at, end);
        offset.setOffset(start + at, start + end);
        type.setType(WITHOUT_BLANKS);
        at = end;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        at = BreakIterator.DONE;
    }
}
