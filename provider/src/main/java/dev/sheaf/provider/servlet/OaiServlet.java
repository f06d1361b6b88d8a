package dev.sheaf.provider.servlet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;

/**
 * Servlet that answers OAI-PMH from a {@link Repository} by GET and POST (S3.1), compressed with gzip if the client asks for it.
 *
 * <p>A response is complete before its first byte is sent, so a failure never looks like a short list. If the repository fails with a
 * {@link StoreException}, the client gets 503 with {@code Retry-After}, and with any other exception 500. In both cases the client gets a
 * sentence without the reason, which is logged. Filters before this servlet must not read posted forms. Safe for use by many threads.
 */
public final class OaiServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final Logger LOG = LoggerFactory.getLogger(OaiServlet.class);
    private static final String XML = "text/xml;charset=utf-8";
    private static final String FORM = "application/x-www-form-urlencoded";
    /** Largest number of bytes of a posted form. */
    private static final int FORM_LIMIT = 64 * 1024;
    private static final String METHODS = "GET, HEAD, POST";
    private static final String RETRY_AFTER = "60";

    private final transient DataProvider provider;

    /**
     * Creates a servlet for a repository.
     *
     * @param settings with the base URL of this servlet for harvesters; the compression gzip is added
     */
    public OaiServlet(Repository repository, ProviderSettings settings) {
        this.provider = new DataProvider(repository, settings.withCompressions(List.of("gzip")));
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        protect(response);
        switch (request.getMethod()) {
            case "GET" -> answer(request, response, null);
            case "POST" -> post(request, response);
            // The status shows that the repository is there. There is no Content-Length, because measuring a page means making it.
            case "HEAD" -> response.setContentType(XML);
            default -> {
                response.setHeader("Allow", METHODS);
                say(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "OAI-PMH is asked by GET and POST.");
            }
        }
    }

    /**
     * Sets headers that protect browsers. Metadata come from third parties, so a browser must neither guess their type nor run their
     * scripts.
     */
    private static void protect(HttpServletResponse response) {
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader("Content-Security-Policy",
                "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        response.setHeader("X-Frame-Options", "DENY");
    }

    private void post(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] form = isForm(request) ? request.getInputStream().readNBytes(FORM_LIMIT + 1) : new byte[0];
        if (form.length > FORM_LIMIT) {
            say(response, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE, "The request is too large.");
            return;
        }
        answer(request, response, new String(form, StandardCharsets.UTF_8));
    }

    private static boolean isForm(HttpServletRequest request) {
        return Optional.ofNullable(request.getContentType())
                .filter(type -> type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(FORM)).isPresent();
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, @Nullable String form) throws IOException {
        boolean gzip = AcceptEncoding.wantsGzip(request.getHeader("Accept-Encoding"));
        byte[] body;
        try {
            OaiArguments arguments = OaiQueryString.parse(request.getQueryString(), form);
            body = WholeResponse.bytes(provider, arguments, gzip);
        } catch (StoreException failure) {
            LOG.error("request failed: status=503 reason={}", failure.toString());
            response.setHeader("Retry-After", RETRY_AFTER);
            say(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, "The repository cannot be reached at the moment.");
            return;
        } catch (RuntimeException failure) {
            LOG.error("request failed: status=500", failure);
            say(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "The repository failed to answer this request.");
            return;
        }
        response.setContentType(XML);
        response.setHeader("Vary", "Accept-Encoding");
        if (gzip) {
            response.setHeader("Content-Encoding", "gzip");
        }
        send(response, body);
    }

    private static void say(HttpServletResponse response, int status, String text) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain;charset=utf-8");
        send(response, (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpServletResponse response, byte[] body) throws IOException {
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
