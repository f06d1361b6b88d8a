package dev.sheaf.platform.web;

import org.jspecify.annotations.Nullable;

/** Selection of {@code xml:lang} values that are valid in a {@code lang} attribute. */
public final class LanguageTag {

    private static final int LONGEST = 35;

    private LanguageTag() {}

    /**
     * Returns the tag if it is well-formed (BCP 47) after underscores have become hyphens; null otherwise, because no statement is better
     * than a wrong one.
     */
    public static @Nullable String of(@Nullable String language) {
        if (language == null || language.length() > LONGEST) {
            return null;
        }
        String tag = language.replace('_', '-');
        for (String part : tag.split("-", -1)) {
            if (part.isEmpty() || part.length() > 8 || !part.chars().allMatch(c -> c < 128 && Character.isLetterOrDigit(c))) {
                return null;
            }
        }
        return Character.isLetter(tag.charAt(0)) && tag.indexOf('-') != 1 && tag.length() > 1 ? tag : null;
    }
}
