package dev.sheaf.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.spell.DirectSpellChecker;
import org.apache.lucene.search.spell.SuggestMode;
import org.apache.lucene.search.spell.SuggestWord;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchText;
import dev.sheaf.search.Suggestion;

/**
 * Proposes another spelling of a query's words when few records match: one of words that are in the index, and only when it finds more.
 *
 * <p>Costs are bounded: few words are looked up, with at most two letters changed and never the first one, and few queries are tried.
 */
final class Spelling {

    /** A query that finds more than this needs no proposal. */
    static final int FEW = 3;

    private static final int MOST_WORDS = 6;
    private static final int MOST_PROPOSALS = 3;
    /** More than are proposed: some may be words of sources that the query leaves out. */
    private static final int MOST_LOOKED_AT = 12;
    private static final int MOST_TRIED = 10;
    private static final int SHORTEST = 4;
    private static final int LONGEST = 30;
    /** A proposal beside some hits must find so many times as many. */
    private static final int MUCH_MORE = 3;
    /** A word, unless it names a field, is one of several parts of something else, or only the beginning of a word. */
    private static final Pattern WORD = Pattern
            .compile("(?<![\\p{L}\\p{M}\\p{N}@/._-])[\\p{L}\\p{M}]+(?:['\u2019][\\p{L}\\p{M}]+)?(?![\\p{L}\\p{M}\\p{N}*:@/_])");
    private static final Set<String> OPERATORS = Set.of("AND", "OR", "NOT");

    /** A word of the query that could be spelt otherwise. */
    private record Misspelt(int start, int end, boolean missing, List<String> proposals) {}

    private final IndexSearcher searcher;
    private final QueryVocabulary vocabulary;
    private final FullTexts texts;
    private final SearchQuery asked;
    private final String text;
    private final DirectSpellChecker checker = new DirectSpellChecker();

    private Spelling(IndexSearcher searcher, SearchQuery asked, QueryVocabulary vocabulary, FullTexts texts) {
        this.searcher = searcher;
        this.vocabulary = vocabulary;
        this.texts = texts;
        this.asked = asked;
        this.text = SearchText.cut(asked.text(), QueryReader.LONGEST_TEXT);
        checker.setMinQueryLength(SHORTEST);
        checker.setMaxQueryLength(LONGEST);
    }

    /**
     * Returns a better spelling of a query.
     *
     * @param total what the query finds
     * @param texts kinds of full texts that the query asks too; proposals are words of descriptions, for full texts may have stems alone
     */
    static Optional<Suggestion> of(IndexSearcher searcher, SearchQuery asked, long total, QueryVocabulary vocabulary,
            FullTexts texts) throws IOException {
        if (total > FEW || asked.text().isBlank() || !vocabulary.soughtIdentifiers(asked.text()).isEmpty()) {
            return Optional.empty();
        }
        return new Spelling(searcher, asked, vocabulary, texts).find(total);
    }

    private Optional<Suggestion> find(long total) throws IOException {
        List<Misspelt> words = misspelt();
        for (String query : queries(words)) {
            long found = searcher.count(new LuceneQuery(vocabulary, texts).of(asked.asking(query)));
            if (found > MUCH_MORE * total) {
                return Optional.of(new Suggestion(query, found));
            }
        }
        return Optional.empty();
    }

    private List<Misspelt> misspelt() throws IOException {
        List<Misspelt> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (words.size() < MOST_WORDS && word.find()) {
            List<BytesRef> terms = OPERATORS.contains(word.group())
                    ? List.of()
                    : WordQuery.words(IndexFields.ALL_TEXT, word.group());
            if (terms.size() == 1) {
                Term term = new Term(IndexFields.ALL_TEXT, terms.getFirst());
                boolean missing = !isShown(term);
                List<String> proposals = proposals(term, missing);
                if (!proposals.isEmpty()) {
                    words.add(new Misspelt(word.start(), word.end(), missing, proposals));
                }
            }
        }
        return words;
    }

    private List<String> proposals(Term term, boolean missing) throws IOException {
        List<String> proposals = new ArrayList<>();
        for (SuggestWord similar : checker.suggestSimilar(term, MOST_LOOKED_AT, searcher.getIndexReader(),
                missing ? SuggestMode.SUGGEST_ALWAYS : SuggestMode.SUGGEST_MORE_POPULAR)) {
            if (proposals.size() < MOST_PROPOSALS && isShown(new Term(term.field(), similar.string))) {
                proposals.add(similar.string);
            }
        }
        return proposals;
    }

    /**
     * Whether a word is in a record that the query may find. Terms of the index are those of all sources: a proposal must not reveal which words
     * the records of a source that is closed to this client contain.
     */
    private boolean isShown(Term term) throws IOException {
        if (asked.without().isEmpty()) {
            return searcher.getIndexReader().docFreq(term) > 0;
        }
        return searcher.count(new BooleanQuery.Builder().add(new TermQuery(term), Occur.FILTER)
                .add(LuceneQuery.outside(asked.without()), Occur.MUST_NOT).build()) > 0;
    }

    /** The queries to try: first with the best spelling of each word that no record has, then with other spellings of one word. */
    private List<String> queries(List<Misspelt> words) {
        Set<String> queries = new LinkedHashSet<>();
        if (words.stream().anyMatch(Misspelt::missing)) {
            queries.add(with(words, null, ""));
        }
        for (Misspelt word : words) {
            for (String proposal : word.proposals()) {
                queries.add(with(words, word, proposal));
            }
        }
        return queries.stream().limit(MOST_TRIED).toList();
    }

    private String with(List<Misspelt> words, @Nullable Misspelt changed, String proposal) {
        StringBuilder query = new StringBuilder();
        int at = 0;
        for (Misspelt word : words) {
            if (word.equals(changed) || word.missing()) {
                query.append(text, at, word.start()).append(word.equals(changed) ? proposal : word.proposals().getFirst());
                at = word.end();
            }
        }
        return query.append(text.substring(at)).toString();
    }
}
