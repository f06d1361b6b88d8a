package dev.sheaf.platform.server;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.xml.Prolog;

/**
 * How browsers are shown protocol responses: they are sent to the page that says the same, where there are such pages. Responses name a style
 * sheet for those that show the XML.
 *
 * @param styleSheet of the hub, by its path
 * @param repositories address below which responses have their base URLs
 * @param pages address below which the pages of the repositories are, by the same paths
 * @param hasPages true when there is a page for each response, false when there are pages of the repositories only
 */
public record BrowserView(Prolog.StyleSheet styleSheet, String repositories, String pages, boolean hasPages) {

    Prolog prolog(OaiResponse.RequestEcho request) {
        String baseUrl = request.baseUrl();
        String page = baseUrl.startsWith(repositories) ? pages + baseUrl.substring(repositories.length()) : pages;
        String query = !hasPages
                ? ""
                : request.arguments().entrySet().stream()
                        .map(argument -> argument.getKey() + "=" + URLEncoder.encode(argument.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
        // Two hyphens would end the comment; encoded they are the same address.
        return new Prolog(List.of(styleSheet),
                ("For people: " + page + (query.isEmpty() ? "" : "?" + query)).replace("--", "%2D%2D"));
    }

    /**
     * Tells whether a request is to be answered with a page. It is when its sender prefers HTML, unless the reader comes from a page of this hub: the
     * pages link to the same answer as XML.
     */
    static boolean isWanted(Context context) {
        boolean isRead = context.method().name().equals("GET") || context.method().name().equals("HEAD");
        return isRead && context.header("From") == null && AcceptedTypes.prefersPage(context.header("Accept"))
                && !isFromHere(context.header("Referer"), context.header("Host"));
    }

    private static boolean isFromHere(@Nullable String referrer, @Nullable String host) {
        try {
            return referrer != null && host != null && host.equalsIgnoreCase(URI.create(referrer).getRawAuthority());
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    /**
     * Sends a browser to the page, with the same arguments. By path alone: a hub is often opened under another name than its base URL.
     *
     * @param below path below that of all repositories, such as {@code /arxiv}; empty for that of everything
     */
    void redirect(Context context, String below) {
        String query = context.queryString();
        context.status(303).header("Location", URI.create(pages).getRawPath() + below + (query == null ? "" : "?" + query))
                .header("Vary", "Accept").header("Cache-Control", "no-store");
    }
}
