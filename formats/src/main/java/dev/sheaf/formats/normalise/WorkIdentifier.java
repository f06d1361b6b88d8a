package dev.sheaf.formats.normalise;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * Identifier in its normalised form.
 *
 * @param scheme its kind
 * @param value identifier without a label: {@code 10.1000/182}, {@code 9783161484100}, {@code 0028-0836}
 * @param url address of the resolver; null if there is none
 */
public record WorkIdentifier(IdentifierScheme scheme, String value, @Nullable String url) {

    /** Returns all identifiers in a text, each once, in order. Those with a wrong check digit are left out. */
    public static List<WorkIdentifier> in(String text) {
        return new IdentifierFinder(text).find();
    }

    /** Returns a key of scheme and value, which is equal for different notations of one identifier. */
    public String key() {
        return scheme.text() + ":" + value.toLowerCase(Locale.ROOT);
    }
}
