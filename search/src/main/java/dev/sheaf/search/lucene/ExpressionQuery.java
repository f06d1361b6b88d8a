package dev.sheaf.search.lucene;

import java.util.List;

import org.apache.lucene.document.IntRange;
import org.apache.lucene.document.LongField;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchText;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * Turns a {@link SearchExpression} into a Lucene query. Its words are found and weighted like those of a text; all other conditions decide on
 * documents without a score. Belongs to one query and one thread.
 */
final class ExpressionQuery {

    /** Finds one part of a text: null when there is no word in it. */
    @FunctionalInterface
    interface Parts {
        @Nullable
        Query of(Part part);
    }

    private final QueryVocabulary vocabulary;
    private final Parts words;

    /** @param words finds and weights words */
    ExpressionQuery(QueryVocabulary vocabulary, Parts words) {
        this.vocabulary = vocabulary;
        this.words = words;
    }

    /** Returns the query. A condition finds the same documents wherever it stands, so that {@code A not A} is empty. */
    Query of(SearchExpression expression) {
        return switch (expression) {
            case SearchExpression.Everything _ -> unscored(MatchAllDocsQuery.INSTANCE);
            case SearchExpression.Words sought -> words(sought);
            case SearchExpression.Beginning(String field, String text) -> part(field, text, true, true);
            case SearchExpression.Keyword(String field, String value) -> unscored(
                    new TermQuery(new Term(field, LuceneDocument.term(value))));
            case SearchExpression.Named(String identifier) -> unscored(
                    new TermQuery(new Term(LuceneDocument.EXACT_IDENTIFIER, LuceneDocument.exact(identifier))));
            case SearchExpression.Exactly exactly -> unscored(new TermQuery(facet(exactly)));
            case SearchExpression.Years(int first, int last, boolean within) -> unscored(years(first, last, within));
            case SearchExpression.Numbers(String field, long first, long last) -> first > last
                    ? new MatchNoDocsQuery("an empty range")
                    : unscored(LongField.newRangeQuery(field, first, last));
            case SearchExpression.And(List<SearchExpression> parts) -> joined(parts, Occur.MUST);
            case SearchExpression.Or(List<SearchExpression> parts) -> joined(parts, Occur.SHOULD);
            case SearchExpression.AndNot(SearchExpression wanted, SearchExpression other) -> new BooleanQuery.Builder()
                    .add(of(wanted), Occur.MUST).add(of(other), Occur.MUST_NOT).build();
        };
    }

    private static Query unscored(Query query) {
        return new BoostQuery(new ConstantScoreQuery(query), 0);
    }

    private Query joined(List<SearchExpression> parts, Occur occur) {
        if (parts.size() == 1) {
            return of(parts.getFirst());
        }
        BooleanQuery.Builder joined = new BooleanQuery.Builder();
        parts.forEach(part -> joined.add(of(part), occur));
        return joined.build();
    }

    private Query words(SearchExpression.Words sought) {
        List<String> each = SearchExpression.Texts.words(sought.text());
        if (each.size() == 1) {
            return part(sought.field(), sought.text().strip(), false, false);
        }
        if (sought.match() == SearchExpression.Match.PHRASE) {
            return part(sought.field(), sought.text(), false, true);
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        Occur occur = sought.match() == SearchExpression.Match.ALL ? Occur.MUST : Occur.SHOULD;
        int found = 0;
        for (String word : each) {
            Query query = query(sought.field(), word, false, false);
            // A hyphen between two words is no word that has to occur.
            if (query != null) {
                all.add(query, occur);
                found++;
            }
        }
        return found == 0 ? nothing() : all.build();
    }

    private Query part(String field, String text, boolean prefix, boolean quoted) {
        Query query = query(field, text, prefix, quoted);
        return query == null ? nothing() : query;
    }

    private @Nullable Query query(String field, String text, boolean prefix, boolean quoted) {
        return words.of(new Part(field.equals(IndexFields.ALL_TEXT) ? null : field, SearchText.searched(text), prefix, quoted,
                false, false, 0));
    }

    private static Query nothing() {
        return new MatchNoDocsQuery("nothing but punctuation");
    }

    private Term facet(SearchExpression.Exactly exactly) {
        return DrillDownQuery.term(LuceneDocument.FACETS.getDimConfig(exactly.facet().text()).indexFieldName,
                exactly.facet().text(), vocabulary.facetValue(new Filter(exactly.facet(), exactly.value())));
    }

    private static Query years(int first, int last, boolean within) {
        int[] from = {first};
        int[] until = {last};
        return within
                ? IntRange.newWithinQuery(IndexFields.YEARS, from, until)
                : IntRange.newIntersectsQuery(IndexFields.YEARS, from, until);
    }
}
