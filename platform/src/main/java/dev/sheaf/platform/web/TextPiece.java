package dev.sheaf.platform.web;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A part of a value, linked or not.
 *
 * @param text text of the record
 * @param href link; null for plain text
 */
public record TextPiece(String text, @Nullable String href) {

    private static final Set<String> SCHEMES = Set.of("http", "https");
    private static final String TRAILING = ".,;:!?)]}>\"'\u201d\u2019";

    /**
     * Splits a text at addresses and links them: {@code http} and {@code https}, {@code doi:} and {@code hdl:}, and a DOI by itself.
     * Everything else, above all {@code javascript:}, stays text.
     */
    public static List<TextPiece> of(String text) {
        List<TextPiece> pieces = new ArrayList<>();
        int plain = 0;
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf(' ', at);
            end = end < 0 ? text.length() : end;
            int start = at;
            while (start < end && "(<[\"'\u201c".indexOf(text.charAt(start)) >= 0) {
                start++;
            }
            String word = withoutTrailing(text.substring(start, end));
            String href = href(word);
            if (href != null) {
                if (plain < start) {
                    pieces.add(new TextPiece(text.substring(plain, start), null));
                }
                pieces.add(new TextPiece(word, href));
                plain = start + word.length();
            }
            at = end + 1;
        }
        if (plain < text.length()) {
            pieces.add(new TextPiece(text.substring(plain), null));
        }
        return pieces;
    }

    /**
     * Returns the address without a full stop that ends the sentence. A closing bracket belongs to the address if it contains the opening
     * one.
     */
    private static String withoutTrailing(String word) {
        int end = word.length();
        while (end > 0 && TRAILING.indexOf(word.charAt(end - 1)) >= 0
                && !(word.charAt(end - 1) == ')' && word.indexOf('(') >= 0)) {
            end--;
        }
        return word.substring(0, end);
    }

    private static @Nullable String href(String word) {
        if (word.indexOf(':') < 0 && !word.startsWith("10.")) {
            return null;
        }
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.startsWith("http://") || lower.startsWith("https://")) {
            return checked(word);
        }
        if (lower.startsWith("doi:") || lower.startsWith("hdl:")) {
            String name = word.substring(4);
            return name.indexOf('/') <= 0 ? null : resolver(lower.startsWith("doi:") ? "doi.org" : "hdl.handle.net", name);
        }
        return lower.startsWith("10.") && isDoi(word) ? resolver("doi.org", word) : null;
    }

    private static boolean isDoi(String word) {
        int slash = word.indexOf('/');
        return slash > 6 && slash + 1 < word.length()
                && word.substring(3, slash).chars().allMatch(c -> c >= '0' && c <= '9' || c == '.');
    }

    private static @Nullable String resolver(String host, String name) {
        try {
            return new URI("https", host, "/" + name, null).toASCIIString();
        } catch (URISyntaxException _) {
            return null;
        }
    }

    private static @Nullable String checked(String address) {
        try {
            URI uri = new URI(address);
            String scheme = uri.getScheme();
            return uri.getHost() == null || scheme == null || !SCHEMES.contains(scheme.toLowerCase(Locale.ROOT))
                    ? null
                    : uri.toASCIIString();
        } catch (URISyntaxException _) {
            return null;
        }
    }
}
