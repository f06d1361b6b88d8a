package dev.sheaf.platform.server;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.Prolog;

/**
 * How protocol responses look in a browser: the style sheets they name, and where the same is to be had as a page.
 *
 * @param styleSheets of the hub, by their paths
 * @param repositories address below which responses have their base URLs
 * @param pages address below which the pages are, by the same paths
 */
public record BrowserView(List<Prolog.StyleSheet> styleSheets, String repositories, String pages) {

    /** Copies the list. */
    public BrowserView {
        styleSheets = List.copyOf(styleSheets);
    }

    Prolog prolog(OaiResponse response) {
        String baseUrl = response.request().baseUrl();
        String page = baseUrl.startsWith(repositories) ? pages + baseUrl.substring(repositories.length()) : pages;
        String query = response.request().arguments().entrySet().stream()
                .map(argument -> argument.getKey() + "=" + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        // Two hyphens would end the comment; encoded they are the same address.
        return new Prolog(styleSheets, ("For people: " + page + (query.isEmpty() ? "" : "?" + query)).replace("--", "%2D%2D"));
    }
}
