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
     * Reads what a person typed or pasted. A whole request ({@code …?verb=Identify}) is cut back to its base URL; other parameters
     * belong to it.
     *
     * @throws IllegalArgumentException with a message for people when this is not an address that can be harvested
     */
    public static BaseUrl parse(String text) {
        String typed = text.strip();
        // Looked at first: what has no scheme, such as 127.0.0.1:8080/oai, is often no URI at all, in ways that help nobody.
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
            // Not repeated in the message: it holds a password.
            throw new IllegalArgumentException("a base URL holds no user name and password");
        }
        return of(uri);
    }

    /** The base URL to which a request went. */
    public static BaseUrl of(URI request) {
        String query = ownQuery(request.getRawQuery());
        String path = request.getRawPath() == null ? "" : request.getRawPath();
        return new BaseUrl(URI.create(request.getScheme() + "://" + request.getRawAuthority() + path
                + (query.isEmpty() ? "" : "?" + query)));
    }

    /** The parameters that are not the protocol's. */
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

    /** The address of a request. */
    public URI with(OaiRequest request) {
        return with(request.query());
    }

    /** The address of a request that is written out. */
    public URI with(String query) {
        return URI.create(uri + (uri.getRawQuery() == null ? "?" : "&") + query);
    }

    /** The address. */
    @Override
    public String toString() {
        return uri.toString();
    }
}
