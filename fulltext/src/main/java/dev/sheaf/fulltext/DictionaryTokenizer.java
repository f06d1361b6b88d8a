package dev.sheaf.fulltext;

import java.io.IOException;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/**
 * Splits text into words by ICU: by Unicode's rules, and by dictionaries for Chinese, Japanese, Thai and other scripts without blanks. Lucene's own
 * tokenizer of that name holds rules compiled for an older version of ICU than the one that reads files and folds words here.
 */
final class DictionaryTokenizer extends Tokenizer {

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);
    private final OffsetAttribute offset = addAttribute(OffsetAttribute.class);
    private final BreakIterator words = BreakIterator.getWordInstance(ULocale.ROOT);
    private String text = "";
    private int start;

    @Override
    public boolean incrementToken() {
        clearAttributes();
        for (int end = words.next(); end != BreakIterator.DONE; end = words.next()) {
            int from = start;
            start = end;
            // Below the limit are blanks and punctuation.
            if (words.getRuleStatus() >= BreakIterator.WORD_NONE_LIMIT) {
                term.append(text, from, end);
                offset.setOffset(correctOffset(from), correctOffset(end));
                return true;
            }
        }
        return false;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        StringBuilder read = new StringBuilder();
        char[] part = new char[1 << 13];
        for (int count = input.read(part); count >= 0; count = input.read(part)) {
            read.append(part, 0, count);
        }
        text = read.toString();
        words.setText(text);
        start = words.first();
    }

    @Override
    public void end() throws IOException {
        super.end();
        int last = correctOffset(text.length());
        offset.setOffset(last, last);
    }
}
