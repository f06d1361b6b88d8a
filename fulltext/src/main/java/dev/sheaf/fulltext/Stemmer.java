package dev.sheaf.fulltext;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.apache.lucene.analysis.TokenFilterFactory;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.snowball.SnowballFilter;

/**
 * A stemmer of Lucene by name: {@code none}; {@code snowball-LANGUAGE}; or the name of a filter of Lucene, such as {@code porterStem},
 * {@code kStem}, {@code germanLightStem}. Immutable and thread-safe.
 *
 * @param name in the spelling that policies state
 */
record Stemmer(String name) {

    static final Stemmer NONE = new Stemmer("none");

    private static final String SNOWBALL = "snowball-";
    /** Languages of the stemmers of Snowball, by their name in policies. */
    private static final Map<String, String> SNOWBALL_LANGUAGES = lowerCase(
            List.of("Arabic", "Armenian", "Basque", "Catalan", "Danish",
                    "Dutch", "English", "Estonian", "Finnish", "French", "German", "Greek", "Hindi", "Hungarian", "Indonesian",
                    "Irish", "Italian",
                    "Lithuanian", "Nepali", "Norwegian", "Porter", "Portuguese", "Romanian", "Russian", "Serbian", "Spanish",
                    "Swedish", "Tamil",
                    "Turkish", "Yiddish"));
    /** Filters that are stemmers and need nothing but words, by their name in lower case. */
    private static final Map<String, String> FILTERS = lowerCase(TokenFilterFactory.availableTokenFilters().stream()
            .filter(name -> name.toLowerCase(Locale.ROOT).endsWith("stem") && !name.equalsIgnoreCase("hunspellStem")).toList());

    private static Map<String, String> lowerCase(Iterable<String> names) {
        Map<String, String> byLowerCase = new LinkedHashMap<>();
        names.forEach(name -> byLowerCase.put(name.toLowerCase(Locale.ROOT), name));
        return Map.copyOf(byLowerCase);
    }

    /** Returns the stemmer of a name, in any case; {@code porter} is {@code porterStem}, and a language its stemmer of Snowball. */
    static Optional<Stemmer> ofName(String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        if (wanted.equals(NONE.name)) {
            return Optional.of(NONE);
        }
        String language = wanted.startsWith(SNOWBALL) ? wanted.substring(SNOWBALL.length()) : wanted;
        String filter = FILTERS.get(wanted.endsWith("stem") ? wanted : wanted + "stem");
        boolean isLanguage = SNOWBALL_LANGUAGES.containsKey(language)
                && (wanted.startsWith(SNOWBALL) || !wanted.equals("porter"));
        return isLanguage ? Optional.of(new Stemmer(SNOWBALL + language)) : Optional.ofNullable(filter).map(Stemmer::new);
    }

    /** Returns all names. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(FILTERS.values());
        SNOWBALL_LANGUAGES.keySet().forEach(language -> names.add(SNOWBALL + language));
        names.add(NONE.name);
        return names;
    }

    /** Returns a stream that replaces each word by its stem. */
    TokenStream stems(TokenStream words) {
        if (name.equals(NONE.name)) {
            return words;
        }
        if (name.startsWith(SNOWBALL)) {
            String language = SNOWBALL_LANGUAGES.get(name.substring(SNOWBALL.length()));
            return new SnowballFilter(words, String.valueOf(language));
        }
        return TokenFilterFactory.forName(name, new LinkedHashMap<>()).create(words);
    }
}
