package dev.sheaf.fulltext;

import java.io.IOException;

import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Brings tokens to the form in which terms travel: composed, and without characters that XML cannot carry. It stands after each step, so that
 * it makes no difference whether the next one follows at once or at the service provider.
 */
final class TermForms extends TokenFilter {

    private static final char LAST_ASCII = '~';

    private final CharTermAttribute term = addAttribute(CharTermAttribute.class);

    TermForms(TokenStream input) {
        super(input);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
            return false;
        }
        char[] buffer = term.buffer();
        for (int i = 0; i < term.length(); i++) {
            if (buffer[i] < ' ' || buffer[i] > LAST_ASCII) {
                String form = TermVector.form(term.toString());
                term.setEmpty().append(form);
                break;
            }
        }
        return true;
    }
}
