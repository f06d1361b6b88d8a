package dev.sheaf.platform.normalise;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * An identifier in its one form, whatever notation it was met in.
 *
 * @param scheme its kind
 * @param value the identifier alone, without a label: {@code 10.1000/182}, {@code 9783161484100}, {@code 0028-0836}
 * @param url where it leads; null for those that nobody resolves
 */
public record WorkIdentifier(IdentifierScheme scheme, String value, @Nullable String url) {

    /** Returns all identifiers in a text, each once, in order; those with a wrong check digit are none. */
    public static List<WorkIdentifier> in(String text) {
        return new IdentifierFinder(text).find();
    }

    /** Scheme and value, equal for two notations of one identifier. */
    public String key() {
        return scheme.text() + ":" + value.toLowerCase(Locale.ROOT);
    }
}
