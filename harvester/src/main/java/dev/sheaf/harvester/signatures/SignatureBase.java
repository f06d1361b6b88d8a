package dev.sheaf.harvester.signatures;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SequencedMap;

/** The text that is signed (RFC 9421, 2.5), and the values of its derived components. Stateless. */
public final class SignatureBase {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private SignatureBase() {}

    /**
     * Returns the bytes that are signed.
     *
     * @param components values by their identifiers, which are in their serialized form, such as {@code "@authority"} with its quotes
     * @param parameters value of {@code @signature-params}: the serialized inner list with its parameters
     * @throws IllegalArgumentException if a value has a character outside of ASCII or a line break, because the text would be ambiguous
     */
    public static byte[] of(SequencedMap<String, String> components, String parameters) {
        StringBuilder text = new StringBuilder(256);
        components.forEach((identifier, value) -> text.append(identifier).append(": ").append(checked(value)).append('\n'));
        return text.append("\"@signature-params\": ").append(checked(parameters)).toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String checked(String value) {
        if (value.chars().anyMatch(c -> c < ' ' && c != '\t' || c > '~')) {
            throw new IllegalArgumentException("a signed value has a character that is no printable ASCII character");
        }
        return value;
    }

    /** Returns the value of {@code @authority}: host in lower case, and the port unless it is that of the scheme (RFC 9421, 2.2.3). */
    public static String authority(URI uri) {
        String host = String.valueOf(uri.getHost()).toLowerCase(Locale.ROOT);
        int usual = "https".equalsIgnoreCase(uri.getScheme()) ? HTTPS : HTTP;
        return uri.getPort() < 0 || uri.getPort() == usual ? host : host + ":" + uri.getPort();
    }

    /** Returns the value of {@code @path}: the path as sent, at least a slash (RFC 9421, 2.2.6). */
    public static String path(URI uri) {
        String path = uri.getRawPath();
        return path == null || path.isEmpty() ? "/" : path;
    }
}
