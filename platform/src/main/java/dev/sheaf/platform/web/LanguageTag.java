package dev.sheaf.platform.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.formats.normalise.LanguageCode;

/** Selection of {@code xml:lang} values that are valid in a {@code lang} attribute. */
public final class LanguageTag {

    private static final int LONGEST = 35;

    private LanguageTag() {}

    /**
     * Returns the tag of the one language that a value names, with the shortest code as BCP 47 wants it: {@code la} for {@code lat}. Subtags
     * of script, region and variant stay. Returns null if the language is unknown or the value malformed, because no statement is better
     * than a wrong one.
     */
    public static @Nullable String of(@Nullable String language) {
        if (language == null || language.length() > LONGEST) {
            return null;
        }
        String[] parts = language.strip().replace('_', '-').split("-", -1);
        List<LanguageCode> known = LanguageCode.read(parts[0]);
        for (String part : parts) {
            if (part.isEmpty() || part.length() > 8 || !part.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c))) {
                return null;
            }
        }
        return known.size() == 1
                ? known.getFirst().tag() + language.strip().replace('_', '-').substring(parts[0].length())
                : null;
    }
}
