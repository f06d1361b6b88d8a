package dev.sheaf.fulltext;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.StopFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.TokenizerFactory;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.LimitTokenCountFilter;

import dev.sheaf.fulltext.IndexPolicy.Parts;

/**
 * The steps of a policy as Lucene runs them. Each filter after the tokenizer sees one token at a time, so that a service provider can run those
 * that a data provider left out ({@link Normaliser}). Thread-safe.
 */
final class PolicyAnalyzer extends Analyzer {

    /** Characters of the longest token: longer ones are no words. Lucene's own bound of most tokenizers. */
    static final int LONGEST_TOKEN = 255;

    private final Parts parts;
    private final Supplier<Tokenizer> tokenizer;
    private final CharArraySet stopWords;

    PolicyAnalyzer(Parts parts) {
        this.parts = parts;
        this.tokenizer = parts.tokenizer().equals("icu")
                ? DictionaryTokenizer::new
                : TokenizerFactory.forName(parts.tokenizer(), new HashMap<>())::create;
        this.stopWords = CharArraySet.unmodifiableSet(new CharArraySet(stopWords(parts), true));
    }

    /** Returns the stop words as they look after folding: the step that removes them comes after it. */
    private static Set<String> stopWords(Parts parts) {
        Set<String> written = new HashSet<>(parts.words());
        for (String name : parts.lists()) {
            CharArraySet list = StopWords.list(name)
                    .orElseThrow(() -> new IllegalArgumentException("there is no list of stop words '" + name + "'"));
            list.forEach(word -> written.add(word instanceof char[] chars ? new String(chars) : word.toString()));
        }
        Set<String> folded = new HashSet<>();
        SingleTerms terms = new SingleTerms(written);
        terms.read(parts.folding().folded(new TermForms(terms)), (_, word) -> folded.add(word));
        return folded;
    }

    @Override
    protected TokenStreamComponents createComponents(String field) {
        Tokenizer words = tokenizer.get();
        TokenStream bounded = new LimitTokenCountFilter(words, parts.limit());
        TokenStream forms = new TermForms(new LengthFilter(bounded, 1, LONGEST_TOKEN));
        return new TokenStreamComponents(words, stemmed(stopped(folded(forms))));
    }

    TokenStream folded(TokenStream words) {
        return parts.folding().folded(words);
    }

    TokenStream stopped(TokenStream words) {
        return stopWords.isEmpty() ? words : new StopFilter(words, stopWords);
    }

    TokenStream stemmed(TokenStream words) {
        return parts.stemmer().stems(words);
    }

    /** Returns the stop words in lower case, as they look after folding. */
    Set<String> stopWords() {
        Set<String> words = new HashSet<>();
        stopWords.forEach(word -> words.add(word instanceof char[] chars ? new String(chars) : word.toString()));
        return words;
    }

    boolean isStopWord(String folded) {
        return stopWords.contains(folded);
    }
}
