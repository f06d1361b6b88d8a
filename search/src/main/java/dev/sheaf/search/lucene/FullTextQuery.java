package dev.sheaf.search.lucene;

import java.util.List;

import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.FieldExistsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.QueryWord;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * Queries of parts of a text in full texts. Words are found where frequencies or at least terms are known, and score by their frequencies;
 * words in quotation marks are found together where positions are known.
 */
final class FullTextQuery {

    /** Words of a part; further ones are ignored, as in descriptions. */
    private static final int MOST_WORDS = 24;
    /** One letter and an asterisk would visit a good part of all words. */
    private static final int SHORTEST_PREFIX = 2;

    private final QueryVocabulary vocabulary;
    private final FullTexts texts;
    /** True when phrases are taken for single words: a count of what positions would have decided. */
    private final boolean anyPlace;

    FullTextQuery(QueryVocabulary vocabulary, FullTexts texts, boolean anyPlace) {
        this.vocabulary = vocabulary;
        this.texts = texts;
        this.anyPlace = anyPlace;
    }

    /** Returns the query of a part; null when full texts leave its words out, such as stop words and punctuation. */
    @Nullable
    Query of(Part part) {
        if (part.prefix()) {
            return beginning(part.text());
        }
        List<QueryWord> words = words(part.text());
        if (words.isEmpty()) {
            return null;
        }
        return isPhrase(part, words) && !anyPlace ? phrase(words, part.slop()) : everywhere(words);
    }

    /** Returns whether positions decide on a part. */
    boolean isPhrase(Part part) {
        return !part.prefix() && isPhrase(part, words(part.text()));
    }

    private static boolean isPhrase(Part part, List<QueryWord> words) {
        return part.quoted() && words.size() > 1;
    }

    private List<QueryWord> words(String text) {
        List<QueryWord> words = vocabulary.fullTextWords(text);
        return words.size() > MOST_WORDS ? words.subList(0, MOST_WORDS) : words;
    }

    private @Nullable Query beginning(String text) {
        List<QueryWord> words = words(text);
        QueryWord beginning = vocabulary.fullTextBeginning(text);
        if (beginning == null || beginning.term().length() < SHORTEST_PREFIX) {
            return words.isEmpty() ? null : everywhere(words);
        }
        List<QueryWord> before = words.stream().filter(word -> word.position() < beginning.position()).toList();
        return eitherOf(texts.ranked() ? beginning(FullTextFields.RANKED, before, beginning) : null,
                texts.listed() ? beginning(FullTextFields.LISTED, before, beginning) : null);
    }

    private static Query beginning(String field, List<QueryWord> before, QueryWord beginning) {
        Query words = new PrefixQuery(term(field, beginning));
        return before.isEmpty()
                ? words
                : new BooleanQuery.Builder().add(words, Occur.MUST).add(all(field, before), Occur.MUST).build();
    }

    private Query phrase(List<QueryWord> words, int slop) {
        if (!texts.placed()) {
            return new MatchNoDocsQuery("no full text has positions");
        }
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(slop);
        int first = words.getFirst().position();
        words.forEach(word -> phrase.add(term(FullTextFields.PLACED, word), word.position() - first));
        return phrase.build();
    }

    /** All words, in any order. */
    private Query everywhere(List<QueryWord> words) {
        return eitherOf(texts.ranked() ? all(FullTextFields.RANKED, words) : null,
                texts.listed() ? all(FullTextFields.LISTED, words) : null);
    }

    private static Query all(String field, List<QueryWord> words) {
        if (words.size() == 1) {
            return new TermQuery(term(field, words.getFirst()));
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        words.stream().map(word -> term(field, word)).distinct().forEach(term -> all.add(new TermQuery(term), Occur.MUST));
        return all.build();
    }

    private static Term term(String field, QueryWord word) {
        return new Term(field, LuceneDocument.term(word.term()));
    }

    /** Terms that are only listed have no frequencies, so they add nothing to a score. */
    private static Query eitherOf(@Nullable Query ranked, @Nullable Query listed) {
        Query unranked = listed == null ? null : new BoostQuery(new ConstantScoreQuery(listed), 0);
        if (ranked == null) {
            return unranked == null ? new MatchNoDocsQuery("no full text has terms") : unranked;
        }
        return unranked == null
                ? ranked
                : new BooleanQuery.Builder().add(ranked, Occur.SHOULD).add(unranked, Occur.SHOULD).build();
    }

    /** Returns the query of documents with a full text, whatever its words; adds nothing to a score. */
    Query exists() {
        return eitherOf(null, new BooleanQuery.Builder()
                .add(new FieldExistsQuery(FieldLengths.of(FullTextFields.RANKED)), Occur.SHOULD)
                .add(new FieldExistsQuery(FieldLengths.of(FullTextFields.LISTED)), Occur.SHOULD).build());
    }

    /** Returns the query of full texts without positions. */
    static Query unplaced() {
        return new BooleanQuery.Builder()
                .add(new FieldExistsQuery(FieldLengths.of(FullTextFields.PLACED)), Occur.MUST_NOT)
                .add(new FieldExistsQuery(FieldLengths.of(FullTextFields.RANKED)), Occur.SHOULD)
                .add(new FieldExistsQuery(FieldLengths.of(FullTextFields.LISTED)), Occur.SHOULD)
                .build();
    }
}
