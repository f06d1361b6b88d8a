package dev.sheaf.search.lucene;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
import dev.sheaf.search.lucene.FullTexts.Form;
import dev.sheaf.search.lucene.QueryReader.Part;

/**
 * Queries of parts of a text in full texts. Words are found where frequencies or at least terms are known, and score by their frequencies;
 * words in quotation marks are found together where positions are known. The words of a query are brought to each form in which terms are.
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
    /** Words of texts in each form: a part is asked about several times. */
    private final Map<String, List<QueryWord>> known = new HashMap<>();

    FullTextQuery(QueryVocabulary vocabulary, FullTexts texts, boolean anyPlace) {
        this.vocabulary = vocabulary;
        this.texts = texts;
        this.anyPlace = anyPlace;
    }

    /** Returns the query of a part; null when full texts leave its words out, such as stop words and punctuation. */
    @Nullable
    Query of(Part part) {
        List<Query> found = new ArrayList<>();
        for (Form form : texts.forms()) {
            Query query = of(part, form);
            if (query != null) {
                found.add(query);
            }
        }
        return found.isEmpty() && texts.any() ? null : anyOf(found);
    }

    /**
     * Returns the query of the full texts of those forms that leave out all parts of a group though they have words of other parts; adds nothing to
     * a score. Null when there is no such form.
     *
     * @param group alternatives
     * @param parts of the whole query
     */
    @Nullable
    Query leavingOut(List<Part> group, List<Part> parts) {
        List<Form> forms = texts.forms().stream().filter(form -> group.stream().allMatch(part -> isLeftOut(part, form))
                && parts.stream().anyMatch(part -> isSought(part) && of(part, form) != null)).toList();
        return forms.isEmpty() ? null : eitherOf(null, exists(forms));
    }

    /** Returns the words of a part in all forms that have frequencies; none for the beginning of a word. */
    List<FoundWords.Sought> sought(Part part) {
        if (part.prefix()) {
            return List.of();
        }
        Map<String, List<Term>> terms = new LinkedHashMap<>();
        for (Form form : texts.forms()) {
            List<QueryWord> words = form.ranked() ? words(part.text(), form) : List.of();
            for (QueryWord word : words) {
                // The word as typed is what a reader knows; a part of several words is shown by their terms.
                terms.computeIfAbsent(words.size() == 1 ? part.text() : word.term(), _ -> new ArrayList<>())
                        .add(term(FullTextFields.of(FullTextFields.RANKED, form.name()), word));
            }
        }
        return terms.entrySet().stream().map(entry -> new FoundWords.Sought(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }

    private static boolean isSought(Part part) {
        return part.field() == null && !part.excluded();
    }

    private boolean isLeftOut(Part part, Form form) {
        return isSought(part) && of(part, form) == null;
    }

    private @Nullable Query of(Part part, Form form) {
        if (part.prefix()) {
            return beginning(part.text(), form);
        }
        List<QueryWord> words = words(part.text(), form);
        if (words.isEmpty()) {
            return null;
        }
        return isPhrase(part, words) && !anyPlace ? phrase(words, part.slop(), form) : everywhere(words, form);
    }

    /** Returns whether positions decide on a part. */
    boolean isPhrase(Part part) {
        return !part.prefix() && texts.forms().stream().anyMatch(form -> isPhrase(part, words(part.text(), form)));
    }

    private static boolean isPhrase(Part part, List<QueryWord> words) {
        return part.quoted() && words.size() > 1;
    }

    private List<QueryWord> words(String text, Form form) {
        return known.computeIfAbsent(form.name() + '\n' + text, _ -> {
            List<QueryWord> words = vocabulary.fullTextWords(text, form.name());
            return words.size() > MOST_WORDS ? words.subList(0, MOST_WORDS) : words;
        });
    }

    private @Nullable Query beginning(String text, Form form) {
        List<QueryWord> words = words(text, form);
        QueryWord beginning = vocabulary.fullTextBeginning(text, form.name());
        if (beginning == null || beginning.term().length() < SHORTEST_PREFIX) {
            return words.isEmpty() ? null : everywhere(words, form);
        }
        List<QueryWord> before = words.stream().filter(word -> word.position() < beginning.position()).toList();
        return eitherOf(
                form.ranked() ? beginning(FullTextFields.of(FullTextFields.RANKED, form.name()), before, beginning) : null,
                form.listed() ? beginning(FullTextFields.of(FullTextFields.LISTED, form.name()), before, beginning) : null);
    }

    private static Query beginning(String field, List<QueryWord> before, QueryWord beginning) {
        Query words = new PrefixQuery(term(field, beginning));
        return before.isEmpty()
                ? words
                : new BooleanQuery.Builder().add(words, Occur.MUST).add(all(field, before), Occur.MUST).build();
    }

    private static Query phrase(List<QueryWord> words, int slop, Form form) {
        if (!form.placed()) {
            return new MatchNoDocsQuery("no full text has positions");
        }
        PhraseQuery.Builder phrase = new PhraseQuery.Builder().setSlop(slop);
        String field = FullTextFields.of(FullTextFields.PLACED, form.name());
        int first = words.getFirst().position();
        words.forEach(word -> phrase.add(term(field, word), word.position() - first));
        return phrase.build();
    }

    /** All words, in any order. */
    private static Query everywhere(List<QueryWord> words, Form form) {
        return eitherOf(form.ranked() ? all(FullTextFields.of(FullTextFields.RANKED, form.name()), words) : null,
                form.listed() ? all(FullTextFields.of(FullTextFields.LISTED, form.name()), words) : null);
    }

    /** A document has the full text of one form, so its score is that of one of the queries. */
    private static Query anyOf(List<Query> queries) {
        return switch (queries.size()) {
            case 0 -> new MatchNoDocsQuery("no full text has terms");
            case 1 -> queries.getFirst();
            default -> {
                BooleanQuery.Builder any = new BooleanQuery.Builder();
                queries.forEach(query -> any.add(query, Occur.SHOULD));
                yield any.build();
            }
        };
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
        return eitherOf(null, exists(texts.forms()));
    }

    private static Query exists(List<Form> forms) {
        BooleanQuery.Builder any = new BooleanQuery.Builder();
        for (Form form : forms) {
            any.add(exists(FullTextFields.RANKED, form), Occur.SHOULD).add(exists(FullTextFields.LISTED, form), Occur.SHOULD);
        }
        return any.build();
    }

    private static Query exists(String kind, Form form) {
        return new FieldExistsQuery(FieldLengths.of(FullTextFields.of(kind, form.name())));
    }

    /** Returns the query of full texts without positions. */
    Query unplaced() {
        BooleanQuery.Builder some = new BooleanQuery.Builder().add(exists(texts.forms()), Occur.MUST);
        texts.forms().forEach(form -> some.add(exists(FullTextFields.PLACED, form), Occur.MUST_NOT));
        return some.build();
    }
}
