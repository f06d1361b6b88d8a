package dev.sheaf.formats.normalise;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Language with its codes.
 *
 * @param iso639_3 three letters
 * @param iso639_1 two letters; null if the language has none
 * @param tag BCP 47: the shortest code, with script and region if the text names them
 */
public record LanguageCode(String iso639_3, @Nullable String iso639_1, String tag) {

    private static final int LONGEST = 200;
    private static final Pattern CODE_IN_BRACKETS = Pattern.compile(".*[\\[(]\\s?([A-Za-z]{2,3})\\s?[\\])]\\s?");
    private static final Pattern YEARS = Pattern.compile("\\s?\\([^)]*\\d[^)]*\\)");
    private static final Pattern BETWEEN = Pattern.compile("\\s*[;|/&+\\n]\\s*|\\s*,\\s*|\\s+(?:and|und|et|y|e|en|och|og)\\s+");
    private static final String OF_AN_ADDRESS = "/";
    private static final Recent<List<LanguageCode>> RECENT = new Recent<>(LanguageCode::readNew);
    private static final Recent<String> NAMES = new Recent<>(tag -> Locale.forLanguageTag(tag).getDisplayName(Locale.ENGLISH));

    /** Returns the languages that a text names, by code, tag or name; empty if one of them is unknown. */
    public static List<LanguageCode> read(String text) {
        return RECENT.read(text);
    }

    private static List<LanguageCode> readNew(String text) {
        String given = text.strip().replace("\\_", "_");
        if (given.isEmpty() || given.length() > LONGEST) {
            return List.of();
        }
        Optional<LanguageCode> one = one(given);
        if (one.isPresent()) {
            return List.of(one.get());
        }
        List<LanguageCode> several = new ArrayList<>();
        for (String part : BETWEEN.split(given)) {
            Optional<LanguageCode> language = one(part.strip());
            if (language.isEmpty()) {
                return List.of();
            }
            if (!several.contains(language.get())) {
                several.add(language.get());
            }
        }
        return List.copyOf(several);
    }

    private static Optional<LanguageCode> one(String text) {
        return known(text).or(() -> {
            Matcher bracketed = CODE_IN_BRACKETS.matcher(text);
            if (!bracketed.matches()) {
                return Optional.empty();
            }
            Optional<LanguageCode> code = known(bracketed.group(1));
            Optional<LanguageCode> name = known(text.substring(0, bracketed.start(1) - 1).strip());
            // The name and the code contradict each other, as in "French [cat]".
            return name.isPresent() && code.isPresent() && !name.get().iso639_3().equals(code.get().iso639_3())
                    ? Optional.empty()
                    : code;
        }).or(() -> {
            // Addresses such as http://id.loc.gov/vocabulary/iso639-2/eng and http://lexvo.org/id/iso639-3/eng end with the code.
            int end = text.startsWith("http") ? text.lastIndexOf(OF_AN_ADDRESS) : -1;
            return end < 0 ? Optional.empty() : known(text.substring(end + 1));
        }).or(() -> {
            String plain = YEARS.matcher(text).replaceAll("");
            int comma = plain.indexOf(',');
            // ISO 639-2 has names such as "Greek, Ancient (to 1453)".
            return comma < 0
                    ? plain.equals(text) ? Optional.empty() : known(plain)
                    : known(plain.substring(comma + 1).strip() + " " + plain.substring(0, comma).strip());
        });
    }

    private static Optional<LanguageCode> known(String text) {
        return Languages.BCP47.read(text).flatMap(tag -> Languages.ISO639_3.read(text).map(three -> {
            String two = Locale.forLanguageTag(tag).getLanguage();
            return new LanguageCode(three, two.length() == 2 ? two : null, tag);
        }));
    }

    /** Returns the code that most catalogues use: two letters if the language has such a code, else three. */
    public String shortest() {
        return iso639_1 == null ? iso639_3 : iso639_1;
    }

    /** Returns the name in English; the code if the JDK knows no name. */
    public String name() {
        return NAMES.read(tag);
    }
}
