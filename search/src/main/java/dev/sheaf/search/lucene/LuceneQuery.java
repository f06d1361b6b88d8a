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
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * Turns a {@link SearchQuery} into a Lucene query: every part must be found somewhere in the record; being found in title, creators or
 * subjects, or naming the record itself, moves it up.
 */
final class LuceneQuery {

    /** In a fixed order: sums of scores depend on it in their last bit. */
    private static final List<Weight> WEIGHTS = List.of(new Weight("title", 2f), new Weight("creator", 1.5f),
            new Weight("subject", 1f));
    private static final float WEIGHT_OF_IDENTIFIER = 50f;
    private record Weight(String field, float factor) {}

    private final QueryVocabulary vocabulary;

    LuceneQuery(QueryVocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    Query of(SearchQuery query) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        all.add(text(query.text()), Occur.MUST);
        for (Filter filter : query.filters()) {
            if (filter.value().isEmpty()) {
                continue;
            }
            String field = LuceneDocument.FACETS.getDimConfig(filter.facet().text()).indexFieldName;
            all.add(new TermQuery(DrillDownQuery.term(field, filter.facet().text(), vocabulary.facetValue(filter))),
                    Occur.FILTER);
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
            return MatchAllDocsQuery.INSTANCE;
        }
        Query words = words(text);
        List<String> identifiers = vocabulary.soughtIdentifiers(text);
        return identifiers.isEmpty() ? words : orNamed(words, identifiers);
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

    private Query words(String text) {
        BooleanQuery.Builder all = new BooleanQuery.Builder();
        boolean wanted = false;
        boolean unwanted = false;
        for (List<Part> alternatives : alternatives(QueryReader.read(text, vocabulary))) {
            Query found = anyOf(alternatives);
            if (found == null) {
                continue;
            }
            if (alternatives.getFirst().excluded()) {
                all.add(found, Occur.MUST_NOT);
                unwanted = true;
            } else {
                all.add(found, Occur.MUST);
                alternatives.forEach(part -> addWeights(all, part));
                wanted = true;
            }
        }
        if (wanted) {
            TermQuery exact = new TermQuery(new Term(LuceneDocument.EXACT_IDENTIFIER, LuceneDocument.exact(text)));
            all.add(new BoostQuery(exact, WEIGHT_OF_IDENTIFIER), Occur.SHOULD);
        } else if (unwanted) {
            all.add(MatchAllDocsQuery.INSTANCE, Occur.MUST);
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
            Query words = words(IndexFields.ALL_TEXT, part);
            // Names in both orders are in the field of creators alone.
            return part.quoted() && words instanceof PhraseQuery ? eitherOf(words, words("creator", part)) : words;
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
        String[] ends = part.text().replace("..", "-").split("-", 2);
        try {
            int from = ends[0].isEmpty() ? Integer.MIN_VALUE : Integer.parseInt(ends[0]);
            int until = ends.length == 1 ? from : ends[1].isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(ends[1]);
            return IntRange.newIntersectsQuery(IndexFields.YEARS, new int[]{Math.min(from, until)},
                    new int[]{Math.max(from, until)});
        } catch (NumberFormatException _) {
            return words(IndexFields.ALL_TEXT, part);
        }
    }

    private static void addWeights(BooleanQuery.Builder all, Part part) {
        if (part.field() != null || part.prefix()) {
            return;
        }
        for (Weight weight : WEIGHTS) {
            Query query = words(weight.field, part);
            if (query != null) {
                all.add(new BoostQuery(query, weight.factor), Occur.SHOULD);
            }
        }
    }
}
