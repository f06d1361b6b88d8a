package dev.sheaf.platform.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.normalise.ElementWords;
import dev.sheaf.formats.normalise.LanguageCode;
import dev.sheaf.formats.normalise.WorkIdentifier;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.Normaliser;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;
import dev.sheaf.search.QueryWord;

/**
 * Reader of queries. It reads values as {@link RecordDocument} writes those of records, and words as full texts are indexed. Immutable and
 * thread-safe.
 */
public final class RecordVocabulary implements QueryVocabulary {

    /** Vocabulary of a hub with the default policy for full texts. */
    public static final RecordVocabulary INSTANCE = new RecordVocabulary(IndexPolicy.DEFAULT);

    /**
     * Search fields by their names in queries. Descriptions, the longest texts, have no field of their own, because it would take a third
     * of the index.
     */
    private static final Map<String, String> FIELDS = fields();

    private final Normaliser normaliser;

    /** @param policy index policy of the hub */
    public RecordVocabulary(IndexPolicy policy) {
        this.normaliser = Normaliser.to(policy);
    }

    private static Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>(
                Map.of("contributor", "creator", "description", IndexFields.ALL_TEXT, "source", IndexFields.SOURCE,
                        IndexFields.FULL_TEXT, IndexFields.FULL_TEXT));
        IndexFields.NAMED.forEach(element -> fields.put(element, element));
        ElementWords.QUERY.forEach((word, element) -> fields.putIfAbsent(word, fields.getOrDefault(element, element)));
        // A year is searched among years, not in dates.
        fields.put("year", IndexFields.YEAR);
        return Map.copyOf(fields);
    }

    /** Returns the names of the fields, as queries may have them before a colon. */
    static List<String> fieldNames() {
        return FIELDS.keySet().stream().sorted().toList();
    }

    @Override
    public @Nullable String field(String word) {
        return FIELDS.get(word);
    }

    @Override
    public List<String> soughtIdentifiers(String text) {
        return SoughtIdentifiers.in(text).stream().map(WorkIdentifier::key).toList();
    }

    @Override
    public List<String> identifiers(String text) {
        return WorkIdentifier.in(text).stream().map(WorkIdentifier::key).toList();
    }

    @Override
    public Optional<String> language(String text) {
        List<LanguageCode> languages = LanguageCode.read(text);
        return languages.size() == 1 ? Optional.of(languages.getFirst().iso639_3()) : Optional.empty();
    }

    @Override
    public String facetValue(Filter filter) {
        return FacetValue.of(filter);
    }

    @Override
    public List<QueryWord> fullTextWords(String text, String form) {
        return normaliser.terms(form, text).stream().map(token -> new QueryWord(token.term(), token.position())).toList();
    }

    @Override
    public @Nullable QueryWord fullTextBeginning(String text, String form) {
        List<IndexPolicy.Token> words = normaliser.beginnings(form, text);
        return words.isEmpty() ? null : new QueryWord(words.getLast().term(), words.getLast().position());
    }
}
