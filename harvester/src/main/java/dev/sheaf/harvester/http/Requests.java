package dev.sheaf.harvester.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.HarvestException.Kind;

/** Construction of requests, with identification, accepted formats, and credentials for the right host only. */
final class Requests {

    /** Media types that the harvester reads, in order of preference. */
    static final String ACCEPT = "text/xml, application/xml;q=0.9, */*;q=0.1";
    /** Content codings in the form that the guidelines recommend (S3.1.3): identity is always included. */
    static final String ACCEPT_ENCODING = "gzip;q=1.0, identity;q=0.5";

    private Requests() {}

    /**
     * Returns true if an address belongs to the host that may see a source's credentials: the same name and port, and TLS if the base URL
     * has it. A change from http to https of the same host is allowed.
     */
    static boolean isHome(URI home, URI uri) {
        boolean same = HostPace.host(home).equals(HostPace.host(uri));
        return same && ("https".equalsIgnoreCase(uri.getScheme()) || !"https".equalsIgnoreCase(home.getScheme()));
    }

    /** Returns the value of Accept-Encoding that refuses a coding and accepts plain bodies. */
    static String refusing(String coding) {
        return coding + ";q=0, identity";
    }

    /** Returns whether a value of Accept-Encoding asks for a body without content coding. */
    static boolean isPlainWanted(String acceptEncoding) {
        return acceptEncoding.equals("identity") || acceptEncoding.endsWith(";q=0, identity");
    }

    /**
     * Returns a request.
     *
     * @param trusted true if the host may see credentials
     * @param identity true to request the plain body
     * @param headers further headers
     * @param patience timeout for the beginning of the response
     */
    static HttpRequest request(URI uri, FetchRules rules, boolean trusted, boolean identity, Map<String, String> headers,
            Duration patience) throws HarvestException {
        HttpRequest.Builder request = begun(uri, rules, identity, patience);
        set(request, uri, headers);
        addSecrets(request, rules.access(), trusted);
        return request.GET().build();
    }

    /** Returns a POST request. */
    static HttpRequest post(URI uri, FetchRules rules, Posted posted, Duration patience) throws HarvestException {
        HttpRequest.Builder request = begun(uri, rules, false, patience);
        set(request, uri, posted.headers());
        addSecrets(request, rules.access(), true);
        return request.method(posted.method(), posted.body().length == 0 && !posted.method().equals("POST")
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(posted.body())).build();
    }

    private static void set(HttpRequest.Builder request, URI uri, Map<String, String> headers) throws HarvestException {
        try {
            headers.forEach(request::setHeader);
        } catch (IllegalArgumentException failure) {
            throw new HarvestException(Kind.ADDRESS, "'" + uri + "' cannot be requested: " + failure.getMessage(), failure);
        }
    }

    private static HttpRequest.Builder begun(URI uri, FetchRules rules, boolean identity, Duration patience)
            throws HarvestException {
        HttpRequest.Builder request;
        try {
            request = HttpRequest.newBuilder(uri)
                    // Over TLS the handshake negotiates HTTP/2; without TLS, a request for an upgrade confuses some servers.
                    .version("https".equalsIgnoreCase(uri.getScheme()) ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                    .timeout(patience)
                    .header("User-Agent", rules.userAgent())
                    .header("Accept", ACCEPT)
                    .header("Accept-Encoding", identity ? "identity" : ACCEPT_ENCODING);
            if (rules.from() != null) {
                request.header("From", rules.from());
            }
        } catch (IllegalArgumentException failure) {
            throw new HarvestException(Kind.ADDRESS, "'" + uri + "' cannot be asked: " + failure.getMessage(), failure);
        }
        return request;
    }

    private static void addSecrets(HttpRequest.Builder request, Access access, boolean trusted) throws HarvestException {
        try {
            Access.Proxy proxy = access.proxy();
            if (proxy != null && proxy.user() != null && proxy.password() != null) {
                request.header("Proxy-Authorization", basic(proxy.user(), proxy.password().reveal()));
            }
            if (!trusted) {
                return;
            }
            switch (access.login()) {
                case null -> {
                    // No credentials.
                }
                case Access.Login.Basic(String user, var password) -> request.header("Authorization",
                        basic(user, password.reveal()));
                case Access.Login.Bearer(var token) -> request.header("Authorization", "Bearer " + token.reveal());
            }
            for (Access.Header header : access.headers()) {
                request.header(header.name(), header.value().reveal());
            }
        } catch (StoreException failure) {
            throw new HarvestException(Kind.ACCESS, String.valueOf(failure.getMessage()), failure);
        } catch (IllegalArgumentException _) {
            // Neither the message nor the exception is passed on, because both contain the value.
            throw new HarvestException(Kind.ACCESS, "a token or header of the source cannot be sent: it has characters that HTTP "
                    + "forbids, such as a line break. Give it again: sheaf source set");
        }
    }

    private static String basic(String user, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }
}
