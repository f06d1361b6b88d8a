package dev.sheaf.platform.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.normalise.ElementWords;
import dev.sheaf.platform.normalise.LanguageCode;
import dev.sheaf.platform.normalise.WorkIdentifier;
import dev.sheaf.search.Filter;
import dev.sheaf.search.IndexFields;
import dev.sheaf.search.QueryVocabulary;

/** Reads values in queries as {@link RecordDocument} writes those of records. */
public final class RecordVocabulary implements QueryVocabulary {

    /** The only instance; it has no state. */
    public static final RecordVocabulary INSTANCE = new RecordVocabulary();

    /** Descriptions, the longest texts, have no field of their own: it would cost a third of the index. */
    private static final Map<String, String> FIELDS = fields();

    private RecordVocabulary() {}

    private static Map<String, String> fields() {
        Map<String, String> fields = new HashMap<>(
                Map.of("contributor", "creator", "description", IndexFields.ALL_TEXT, "source", IndexFields.SOURCE));
        IndexFields.NAMED.forEach(element -> fields.put(element, element));
        ElementWords.QUERY.forEach((word, element) -> fields.putIfAbsent(word, fields.getOrDefault(element, element)));
        // A year is looked for among years, not within dates.
        fields.put("year", IndexFields.YEAR);
        return Map.copyOf(fields);
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
}
