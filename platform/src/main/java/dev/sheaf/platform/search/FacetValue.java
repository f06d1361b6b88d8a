package dev.sheaf.platform.search;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.sheaf.formats.normalise.LanguageCode;
import dev.sheaf.formats.normalise.ResourceType;
import dev.sheaf.search.Filter;

/** Values by which results are counted. Known spellings of the same thing share one value; other values stay as given. */
final class FacetValue {

    /** Final punctuation by the rules of ISBD: "Novels." and "Novels" are one type. */
    private static final Pattern POINTS = Pattern.compile("(?<=[\\p{L}\\p{N})])[\\s.,;:/]+$");

    private FacetValue() {}

    /** Returns a type, such as {@code Journal article} for {@code info:eu-repo/semantics/article}. */
    static String type(String text) {
        return ResourceType.read(text)
                .map(type -> type.label().substring(0, 1).toUpperCase(Locale.ROOT) + type.label().substring(1))
                .orElseGet(() -> POINTS.matcher(text).replaceFirst(""));
    }

    /** Returns languages, such as {@code en} for {@code eng}, {@code English} and {@code en_US}. */
    static List<String> languages(String text) {
        List<LanguageCode> languages = LanguageCode.read(text);
        return languages.isEmpty()
                ? List.of(text.toLowerCase(Locale.ROOT))
                : languages.stream().map(LanguageCode::shortest).distinct().toList();
    }

    /** Returns the value of a filter in the spelling of the index, because an old link may have another spelling. */
    static String of(Filter filter) {
        return switch (filter.facet()) {
            case TYPE -> type(filter.value());
            case LANGUAGE -> languages(filter.value()).size() == 1 ? languages(filter.value()).getFirst() : filter.value();
            case SOURCE, YEAR, SUBJECT -> filter.value();
        };
    }
}
