package dev.sheaf.core.description;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/** Checks of the texts that the constructors of this package take. Messages are for people and name the value. */
final class Check {

    /** E-mail address as the response schema defines it (emailType). */
    private static final Pattern EMAIL = Pattern.compile("\\S+@\\S+\\.\\S+");

    private Check() {}

    /**
     * Returns the text without blanks at its ends.
     *
     * @throws IllegalArgumentException if nothing is left
     */
    static String text(String what, String text) {
        String stripped = text.strip();
        if (stripped.isEmpty()) {
            throw new IllegalArgumentException("the " + what + " is empty");
        }
        return stripped;
    }

    /** Returns the text without blanks at its ends; null if nothing is left. */
    static @Nullable String optional(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Returns an absolute URI of any scheme. */
    static String uri(String what, String text) {
        String stripped = text(what, text);
        if (!parse(what, stripped).isAbsolute()) {
            throw new IllegalArgumentException("'" + stripped + "' is not an absolute URI, as the " + what + " must be");
        }
        return stripped;
    }

    /** Returns an absolute URI of any scheme; null if the text is null or blank. */
    static @Nullable String optionalUri(String what, @Nullable String text) {
        return text == null || text.isBlank() ? null : uri(what, text);
    }

    /** Returns an http or https address with a host. */
    static String webAddress(String what, String text) {
        String stripped = text(what, text);
        URI uri = parse(what, stripped);
        boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
        // The JDK takes a name with an underscore for an authority without a host, although such hosts exist.
        if (!web || uri.getRawAuthority() == null) {
            throw new IllegalArgumentException("'" + stripped + "' is not an http(s) address, as the " + what + " must be");
        }
        return stripped;
    }

    static String email(String what, String text) {
        String stripped = text(what, text);
        if (!EMAIL.matcher(stripped).matches()) {
            throw new IllegalArgumentException("'" + stripped + "' is not an e-mail address, as the " + what + " must be");
        }
        return stripped;
    }

    private static URI parse(String what, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException failure) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a URI, as the " + what + " must be: " + failure.getReason(), failure);
        }
    }
}
