package dev.sheaf.harvester.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiRequest;

/**
 * The address to which a repository's requests are added (S3.1.1).
 *
 * @param uri http or https, without fragment; may have a query of its own
 */
public record BaseUrl(URI uri) {

    private static final List<String> SCHEMES = List.of("http:", "https:");
    private static final Set<String> ARGUMENTS = Set.of("verb", "identifier", "metadataPrefix", "indexPrefix", "from", "until",
            "set", "resumptionToken");

    /**
     * Reads an address that was typed or pasted. A whole request ({@code …?verb=Identify}) is reduced to its base URL; other parameters
     * belong to it.
     *
     * @throws IllegalArgumentException if it is not an address that can be harvested; the message is for people
     */
    public static BaseUrl parse(String text) {
        String typed = text.strip();
        // This is tested first: texts without a scheme, such as 127.0.0.1:8080/oai, are often no URI at all, and the JDK's messages do not
        // help.
        if (SCHEMES.stream().noneMatch(scheme -> typed.regionMatches(true, 0, scheme, 0, scheme.length()))) {
            throw new IllegalArgumentException("'" + text + "' is not a base URL: it starts with http:// or https://");
        }
        URI uri;
        try {
            uri = new URI(typed);
        } catch (URISyntaxException failure) {
            throw new IllegalArgumentException("'" + text + "' is not an address: " + failure.getReason(), failure);
        }
        if (uri.getHost() == null) {
            throw new IllegalArgumentException("'" + text + "' names no host");
        }
        if (uri.getRawUserInfo() != null) {
            // The message does not repeat the address, because it contains a password.
            throw new IllegalArgumentException("a base URL holds no user name and password");
        }
        return of(uri);
    }

    /** Returns the base URL to which a request was sent. */
    public static BaseUrl of(URI request) {
        String query = ownQuery(request.getRawQuery());
        String path = request.getRawPath() == null ? "" : request.getRawPath();
        return new BaseUrl(URI.create(request.getScheme() + "://" + request.getRawAuthority() + path
                + (query.isEmpty() ? "" : "?" + query)));
    }

    /** Returns the parameters that do not belong to the protocol. */
    private static String ownQuery(@Nullable String query) {
        if (query == null) {
            return "";
        }
        List<String> parameters = Arrays.stream(query.split("&")).filter(parameter -> !parameter.isEmpty()).toList();
        boolean isRequest = parameters.stream().anyMatch(parameter -> name(parameter).equals("verb"));
        return parameters.stream()
                .filter(parameter -> !isRequest || !ARGUMENTS.contains(name(parameter)))
                .collect(Collectors.joining("&"));
    }

    private static String name(String parameter) {
        int equals = parameter.indexOf('=');
        return equals < 0 ? parameter : parameter.substring(0, equals);
    }

    /** Returns the address of a request. */
    public URI with(OaiRequest request) {
        return with(request.query());
    }

    /** Returns the address of a request given as a query. */
    public URI with(String query) {
        return URI.create(uri + (uri.getRawQuery() == null ? "?" : "&") + query);
    }

    /** Returns the address. */
    @Override
    public String toString() {
        return uri.toString();
    }
}
