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
 * Presentation of protocol responses in browsers. Browsers are redirected to the page with the same content, if there are pages. Responses
 * name a style sheet for browsers that show the XML.
 *
 * @param styleSheet path of the hub's style sheet
 * @param repositories address above the base URLs of the responses
 * @param pages address above the pages of the repositories, which have the same paths below it
 * @param hasPages true if there is a page for each response, false if there are only pages of the repositories
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
        // Two hyphens would end the comment; percent-encoded they form the same address.
        return new Prolog(List.of(styleSheet),
                ("For people: " + page + (query.isEmpty() ? "" : "?" + query)).replace("--", "%2D%2D"));
    }

    /**
     * Returns true if a request should be answered with a page: its sender prefers HTML and does not come from a page of this hub, because
     * those pages link to the same answer as XML.
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
     * Redirects a browser to the page, with the same arguments. The redirect contains the path alone, because a hub is often opened under
     * another name than its base URL.
     *
     * @param below path below the root of all repositories, such as {@code /arxiv}; empty for the repository of everything
     */
    void redirect(Context context, String below) {
        String query = context.queryString();
        context.status(303).header("Location", URI.create(pages).getRawPath() + below + (query == null ? "" : "?" + query))
                .header("Vary", "Accept").header("Cache-Control", "no-store");
    }
}
