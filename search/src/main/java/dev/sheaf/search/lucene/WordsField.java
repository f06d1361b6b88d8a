package dev.sheaf.search.lucene;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;

/** Text whose words are indexed with their stems in one language. */
final class WordsField extends Field {

    private final String text;
    private final StemLanguage language;

    WordsField(String name, String text, StemLanguage language) {
        super(name, text, TextField.TYPE_NOT_STORED);
        this.text = text;
        this.language = language;
    }

    @Override
    public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
        return analyzer instanceof SheafAnalyzer words
                ? words.words(name(), text, language)
                : super.tokenStream(analyzer, reuse);
    }
}
