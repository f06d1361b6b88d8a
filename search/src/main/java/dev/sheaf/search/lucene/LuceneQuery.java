package dev.sheaf.search.lucene;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.apache.lucene.document.IntRange;
import org.apache.lucene.facet.DrillDownQuery;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermInSetQuery;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryRemark;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchExpression;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * Turns a {@link SearchQuery} into a Lucene query: every part must be found somewhere in the record, in its description or its full text; being
 * found in title, creators or subjects, or naming the record itself, moves it up. Belongs to one query and one thread.
 *
 * <p>In the scope of full texts nothing of a description adds to a score: scores are those of an index of the full texts alone.
 */
final class LuceneQuery {

    /** In a fixed order: sums of scores depend on it in their last bit. */
    private static final List<Weight> WEIGHTS = List.of(new Weight("title", 2f), new Weight("creator", 1.5f),
            new Weight("subject", 1f));
    /** Longer queries are bags of words, such as an abstract whose like is sought: titles and names do not decide there, and cost much. */
    private static final int MOST_WEIGHTED = 32;
    private static final float WEIGHT_OF_IDENTIFIER = 50f;
    /** Fields of queries that are no words of a description. */
    private static final Set<String> NOT_DESCRIBED = Set.of(IndexFields.YEAR, IndexFields.SOURCE, IndexFields.FULL_TEXT);

    private record Weight(String field, float factor) {}

    private final QueryVocabulary vocabulary;
    private final FullTexts texts;
    private final int mostTerms;
    private final FullTextQuery fullText;
    private SearchScope scope = SearchScope.BOTH;

    /** Asks descriptions alone. */
    LuceneQuery(QueryVocabulary vocabulary) {
        this(vocabulary, FullTexts.NONE);
    }

    /** Asks descriptions, and the full texts that there are. */
    LuceneQuery(QueryVocabulary vocabulary, FullTexts texts) {
        this(vocabulary, texts, QueryReader.MOST_TERMS);
    }

    /**
     * Asks descriptions, and the full texts that there are.
     *
     * @param mostTerms parts of the text after which the rest is ignored
     */
    LuceneQuery(QueryVocabulary vocabulary, FullTexts texts, int mostTerms) {
        this(vocabulary, texts, mostTerms, false);
    }

    private LuceneQuery(QueryVocabulary vocabulary, FullTexts texts, int mostTerms, boolean anyPlace) {
        this.vocabulary = vocabulary;
        this.texts = texts;
        this.mostTerms = mostTerms;
        this.fullText = new FullTextQuery(vocabulary, texts, anyPlace);
    }

    private boolean asksDescriptions() {
        return scope != SearchScope.FULLTEXT;
    }

    private boolean asksFullTexts() {
        return scope == SearchScope.FULLTEXT || scope == SearchScope.BOTH && texts.any();
    }

    Query of(SearchQuery query) {
        scope = query.scope();
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        SearchExpression expression = query.expression();
        if (expression == null || !query.text().isBlank()) {
            all.add(text(query.text()), Occur.MUST);
        }
        if (expression != null) {
            all.add(new ExpressionQuery(vocabulary, this::weighted).of(expression), Occur.MUST);
        }
        for (Filter filter : query.filters()) {
            if (filter.value().isEmpty()) {
                continue;
            }
            all.add(new TermQuery(filtered(filter)), Occur.FILTER);
        }
        if (!query.without().isEmpty()) {
            all.add(outside(query.without()), Occur.MUST_NOT);
        }
        Set<String> apart = query.apart();
        if (apart != null) {
            all.add(new BooleanQuery.Builder()
                    .add(new TermQuery(new Term(IndexFields.SHOWN, IndexFields.SHOWN)), Occur.SHOULD)
                    .add(new TermInSetQuery(IndexFields.SOURCE, apart.stream().map(BytesRef::new).toList()), Occur.SHOULD)
                    .build(),
                    Occur.FILTER);
        }
        BooleanQuery built = all.build();
        return built.clauses().size() == 1 ? built.clauses().getFirst().query() : built;
    }

    /** The records of sources that are left out. */
    static Query outside(Set<String> sources) {
        return new TermInSetQuery(IndexFields.SOURCE, sources.stream().map(BytesRef::new).toList());
    }

    /** The query of a text alone. */
    Query text(String text) {
        if (text.isBlank()) {
            return everything();
        }
        Query words = words(text);
        List<String> identifiers = asksDescriptions() ? vocabulary.soughtIdentifiers(text) : List.of();
        if (identifiers.isEmpty()) {
            return words;
        }
        Query named = orNamed(words, identifiers);
        return namesAField(text) ? named : orMentioned(named, identifiers);
    }

    private boolean namesAField(String text) {
        return QueryReader.read(text, vocabulary, mostTerms).parts().stream().anyMatch(part -> part.field() != null);
    }

    private Query everything() {
        return asksDescriptions() ? MatchAllDocsQuery.INSTANCE : fullText.exists();
    }

    /** Found by the words, or named by the identifier in whatever notation. */
    private static Query orNamed(@Nullable Query words, List<String> identifiers) {
        BooleanQuery.Builder either = new BooleanQuery.Builder();
        if (words != null) {
            either.add(words, Occur.SHOULD);
        }
        for (String identifier : identifiers) {
            TermQuery named = new TermQuery(new Term(IndexFields.LOOKUP, LuceneDocument.term(identifier)));
            either.add(new BoostQuery(named, WEIGHT_OF_IDENTIFIER), Occur.SHOULD);
        }
        return either.build();
    }

    /** Found by the query, or because the document names the identifier of something else. */
    private static Query orMentioned(Query query, List<String> identifiers) {
        BooleanQuery.Builder either = new BooleanQuery.Builder().add(query, Occur.SHOULD);
        for (String identifier : identifiers) {
            either.add(new ConstantScoreQuery(new TermQuery(new Term(IndexFields.MENTIONED, LuceneDocument.term(identifier)))),
                    Occur.SHOULD);
        }
        return either.build();
    }

    private Query words(String text) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        boolean wanted = false;
        boolean unwanted = false;
        QueryReader.Reading reading = QueryReader.read(text, vocabulary, mostTerms);
        List<Part> parts = reading.parts();
        if (reading.everything()) {
            return everything();
        }
        for (List<Part> alternatives : alternatives(parts)) {
            Query found = anyOf(alternatives);
            Query leavingOut = found != null && asksFullTexts() ? fullText.leavingOut(alternatives, parts) : null;
            if (found != null && leavingOut != null) {
                // A full text that has the other words need not have a word that full texts leave out.
                found = eitherOf(found, leavingOut);
            }
            if (found == null) {
                continue;
            }
            if (alternatives.getFirst().excluded()) {
                all.add(found, Occur.MUST_NOT);
                unwanted = true;
            } else {
                all.add(found, Occur.MUST);
                if (parts.size() <= MOST_WEIGHTED) {
                    alternatives.forEach(part -> addWeights(all, part));
                }
                wanted = true;
            }
        }
        if (wanted && !asksDescriptions()) {
            return all.build();
        }
        if (wanted) {
            TermQuery exact = new TermQuery(new Term(LuceneDocument.EXACT_IDENTIFIER, LuceneDocument.exact(text)));
            all.add(new BoostQuery(exact, WEIGHT_OF_IDENTIFIER), Occur.SHOULD);
        } else if (unwanted) {
            all.add(everything(), Occur.MUST);
        } else {
            return new MatchNoDocsQuery("nothing but punctuation");
        }
        return all.build();
    }

    private static List<List<Part>> alternatives(List<Part> parts) {
        List<List<Part>> groups = new ArrayList<>();
        for (Part part : parts) {
            if (part.alternative() && !groups.isEmpty() && !groups.getLast().getFirst().excluded()) {
                groups.getLast().add(part);
            } else {
                groups.add(new ArrayList<>(List.of(part)));
            }
        }
        return groups;
    }

    private @Nullable Query anyOf(List<Part> alternatives) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (Part part : alternatives) {
            Query query = part(part);
            if (query != null) {
                any.add(query, Occur.SHOULD);
            }
        }
        BooleanQuery built = any.build();
        return switch (built.clauses().size()) {
            case 0 -> null;
            case 1 -> built.clauses().getFirst().query();
            default -> built;
        };
    }

    private @Nullable Query part(Part part) {
        String field = part.field();
        if (field == null) {
            Query described = asksDescriptions() ? anywhere(part) : null;
            Query inFullText = asksFullTexts() ? fullText.of(part) : null;
            return described == null || inFullText == null
                    ? described == null ? inFullText : described
                    : eitherOf(described, inFullText);
        }
        if (field.equals(IndexFields.FULL_TEXT)) {
            return fullText.of(part);
        }
        if (field.equals(IndexFields.YEAR)) {
            return years(part);
        }
        if (field.equals(IndexFields.SOURCE)) {
            String id = part.text().toLowerCase(Locale.ROOT);
            return part.prefix() ? new PrefixQuery(new Term(field, id)) : new TermQuery(new Term(field, id));
        }
        Query words = words(field, part);
        return switch (field) {
            case "identifier" -> {
                List<String> identifiers = vocabulary.identifiers(part.text());
                yield identifiers.isEmpty() ? words : orNamed(words, identifiers);
            }
            case "language" -> language(words, part);
            default -> words;
        };
    }

    /** Returns the query of a part of an expression: found, and moved up where the words of a text are; null when there is no word in it. */
    private @Nullable Query weighted(Part part) {
        Query found = part(part);
        if (found == null || part.excluded() || part.field() != null || part.prefix() || !asksDescriptions()) {
            return found;
        }
        BooleanQuery.Builder all = new BooleanQuery.Builder().add(found, Occur.MUST);
        addWeights(all, part);
        return all.build();
    }

    private static @Nullable Query anywhere(Part part) {
        Query words = words(IndexFields.ALL_TEXT, part);
        // Names in both orders are in the field of creators alone.
        return part.quoted() && words instanceof PhraseQuery ? eitherOf(words, words("creator", part)) : words;
    }

    /** A language by the words typed, or by any other of its names. */
    private @Nullable Query language(@Nullable Query words, Part part) {
        if (words == null || part.prefix()) {
            return words;
        }
        return vocabulary.language(part.text()).map(term -> eitherOf(words, new TermQuery(new Term("language", term))))
                .orElse(words);
    }

    private static Query eitherOf(Query first, @Nullable Query second) {
        return second == null
                ? first
                : new BooleanQuery.Builder().add(first, Occur.SHOULD).add(second, Occur.SHOULD).build();
    }

    private static @Nullable Query words(String field, Part part) {
        return WordQuery.of(field, part);
    }

    private static @Nullable Query years(Part part) {
        Query years = yearsOf(part);
        return years == null ? words(IndexFields.ALL_TEXT, part) : years;
    }

    /** Returns the query of a year or a range of years; null if the text is neither. */
    private static @Nullable Query yearsOf(Part part) {
        String[] ends = part.text().replace("..", "-").split("-", 2);
        try {
            int from = ends[0].isEmpty() ? Integer.MIN_VALUE : Integer.parseInt(ends[0]);
            int until = ends.length == 1 ? from : ends[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(ends[1]);
            return IntRange.newIntersectsQuery(IndexFields.YEARS, new int[]{Math.min(from, until)},
                    new int[]{Math.max(from, until)});
        } catch (NumberFormatException _) {
            return null;
        }
    }

    private void addWeights(BooleanQuery.Builder all, Part part) {
        if (part.field() != null || part.prefix() || !asksDescriptions()) {
            return;
        }
        for (Weight weight : WEIGHTS) {
            Query query = words(weight.field, part);
            if (query != null) {
                all.add(new BoostQuery(query, weight.factor), Occur.SHOULD);
            }
        }
    }

    /** Returns the query of documents in whose description some part of a query is found; null when no part can be. */
    @Nullable
    Query described(SearchQuery query) {
        scope = query.scope();
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (Part part : sought(query)) {
            String field = part.field();
            Query found = field == null
                    ? asksDescriptions() ? anywhere(part) : null
                    : NOT_DESCRIBED.contains(field) ? null : part(part);
            if (found != null) {
                any.add(found, Occur.SHOULD);
            }
        }
        List<String> identifiers = asksDescriptions() ? vocabulary.soughtIdentifiers(query.text()) : List.of();
        return orNothing(identifiers.isEmpty()
                ? any.build()
                : any.add(orMentioned(orNamed(null, identifiers), identifiers), Occur.SHOULD).build());
    }

    /**
     * Returns the query of documents in whose full text some part of a query is found; null when no part can be.
     *
     * @param kinds of full texts
     */
    @Nullable
    Query inFullText(SearchQuery query, FullTexts kinds) {
        scope = query.scope();
        FullTextQuery ofKinds = new FullTextQuery(vocabulary, kinds, false);
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (Part part : sought(query)) {
            Query found = isForFullTexts(part) ? ofKinds.of(part) : null;
            if (found != null) {
                any.add(found, Occur.SHOULD);
            }
        }
        return orNothing(any.build());
    }

    /** Returns the words of a query as full texts with frequencies have them. */
    FoundWords foundWords(SearchQuery query) {
        scope = query.scope();
        return new FoundWords(sought(query).stream().filter(this::isForFullTexts).flatMap(part -> fullText.sought(part).stream())
                .distinct().toList());
    }

    /**
     * Returns the query of documents that the positions of words keep out of the results, because they are not known; null when positions do not
     * matter.
     */
    @Nullable
    Query unplaced(SearchQuery query) {
        scope = query.scope();
        if (!texts.any() || sought(query).stream().noneMatch(part -> isForFullTexts(part) && fullText.isPhrase(part))) {
            return null;
        }
        return new BooleanQuery.Builder().add(new LuceneQuery(vocabulary, texts, mostTerms, true).of(query), Occur.MUST)
                .add(fullText.unplaced(), Occur.FILTER).add(of(query), Occur.MUST_NOT).build();
    }

    /** Returns what in the text of a query was read otherwise than typed; nothing for identifiers, which have a syntax of their own. */
    List<QueryRemark> remarks(SearchQuery query) {
        if (query.text().isBlank() || !vocabulary.soughtIdentifiers(query.text()).isEmpty()) {
            return List.of();
        }
        QueryReader.Reading reading = QueryReader.read(query.text(), vocabulary, mostTerms);
        List<QueryRemark> remarks = new ArrayList<>(reading.remarks());
        reading.parts().stream().filter(part -> IndexFields.YEAR.equals(part.field()) && yearsOf(part) == null)
                .map(part -> new QueryRemark(QueryRemark.Kind.NO_SUCH_YEAR, part.text())).distinct().forEach(remarks::add);
        return remarks;
    }

    /** Returns the ids of sources to which the text of a query is restricted. */
    List<String> namedSources(SearchQuery query) {
        return QueryReader.read(query.text(), vocabulary, mostTerms).parts().stream()
                .filter(part -> IndexFields.SOURCE.equals(part.field()) && !part.prefix()).map(Part::text)
                .map(id -> id.toLowerCase(Locale.ROOT)).distinct().toList();
    }

    /** Returns the term that documents with the value of a filter have. */
    Term filtered(Filter filter) {
        String field = LuceneDocument.FACETS.getDimConfig(filter.facet().text()).indexFieldName;
        return DrillDownQuery.term(field, filter.facet().text(), vocabulary.facetValue(filter));
    }

    /** Returns the number of parts of a query that were ignored because it is too long. */
    int ignored(SearchQuery query) {
        return QueryReader.read(query.text(), vocabulary, mostTerms).ignored();
    }

    private boolean isForFullTexts(Part part) {
        return part.field() == null ? asksFullTexts() : IndexFields.FULL_TEXT.equals(part.field());
    }

    private List<Part> sought(SearchQuery query) {
        return QueryReader.read(query.text(), vocabulary, mostTerms).parts().stream().filter(part -> !part.excluded()).toList();
    }

    private static @Nullable Query orNothing(BooleanQuery any) {
        return any.clauses().isEmpty() ? null : any;
    }
}
