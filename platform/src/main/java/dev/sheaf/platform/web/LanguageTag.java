package dev.sheaf.platform.web;

import org.jspecify.annotations.Nullable;

/** Decides which {@code xml:lang} values are fit for a {@code lang} attribute. */
public final class LanguageTag {

    private static final int LONGEST = 35;

    private LanguageTag() {}

    /**
     * Returns the tag when it has the shape of one (BCP 47), underscores taken for hyphens; null otherwise: no
     * statement is better than a wrong
     * one.
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
