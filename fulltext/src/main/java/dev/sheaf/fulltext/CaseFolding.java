package dev.sheaf.fulltext;

import java.util.Locale;

import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.icu.ICUFoldingFilter;

/** Differences of spelling that an index policy takes away, from none to most. */
enum CaseFolding {
    /** Words stay as they are written. */
    KEEP,
    /** Words are put into lower case. */
    LOWER,
    /** Case, accents, width and compatibility forms are taken away (UTR 30). */
    FOLD;

    /** Returns the name in the text of a policy. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    TokenStream folded(TokenStream words) {
        return switch (this) {
            case KEEP -> words;
            case LOWER -> new TermForms(new LowerCaseFilter(words));
            // In lower case first, so that a provider's lower case makes no difference.
            case FOLD -> new TermForms(new ICUFoldingFilter(new LowerCaseFilter(words)));
        };
    }
}
