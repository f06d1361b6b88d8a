package dev.sheaf.harvester.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Access;

/** The clients that hold connections: one for all ordinary hosts, and one more for each other route to a host. Safe for many threads. */
final class Connections implements AutoCloseable {

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);

    static {
        // The JDK sends no password to a proxy that tunnels TLS unless this property is set before its client is loaded. A proxy's password
        // is configured for one source and sent to that proxy only.
        if (System.getProperty("jdk.http.auth.tunneling.disabledSchemes") == null) {
            System.setProperty("jdk.http.auth.tunneling.disabledSchemes", "");
        }
    }

    /**
     * The settings that distinguish clients: requests with the same settings share a client.
     *
     * @param reach separates connections, because they are pooled by host name and may lead to another network
     * @param changed time of the last change of the named files, so that a renewed certificate gets a new client
     */
    private record Route(Access.@Nullable ClientCertificate certificate, Access.@Nullable Proxy proxy, Access.Trust trust,
            Reach reach, long changed) {}

    private final Map<Route, HttpClient> clients = new ConcurrentHashMap<>();
    private final InstantSource clock;

    Connections(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Returns the client for a host.
     *
     * @param trusted true for the host of the access settings; other hosts get no client certificate, and no trust beyond the system's
     * @param reach networks that may be reached
     * @throws HarvestException of kind {@link HarvestException.Kind#ACCESS} if a required file cannot be used
     */
    HttpClient client(Access access, boolean trusted, Reach reach) throws HarvestException {
        Access.ClientCertificate certificate = trusted ? access.certificate() : null;
        Access.Trust trust = trusted ? access.trust() : Access.Trust.DEFAULT;
        Route route = new Route(certificate, access.proxy(), trust, reach,
                changed(certificate == null ? null : certificate.file()) + changed(trust.authorities()));
        HttpClient known = clients.get(route);
        if (known != null) {
            return known;
        }
        HttpClient made = make(route);
        HttpClient first = clients.putIfAbsent(route, made);
        if (first != null) {
            made.shutdownNow();
            return first;
        }
        return made;
    }

    private static long changed(@Nullable String file) {
        try {
            return file == null ? 0 : Files.getLastModifiedTime(Path.of(file)).toMillis();
        } catch (IOException _) {
            // The class that reads the file reports the failure.
            return -1;
        }
    }

    private HttpClient make(Route route) throws HarvestException {
        HttpClient.Builder builder = HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(TlsSetup.context(route.certificate(), route.trust(), clock))
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        Access.Proxy proxy = route.proxy();
        if (proxy != null) {
            // The name is resolved here, because an unknown name then gives a better message than a failed connection.
            InetSocketAddress address = new InetSocketAddress(proxy.host(), proxy.port());
            if (address.isUnresolved()) {
                throw new HarvestException(HarvestException.Kind.ACCESS,
                        "the proxy " + proxy.host() + " is not known: check its name");
            }
            builder.proxy(ProxySelector.of(address));
        }
        return builder.build();
    }

    /** Closes the connections; requests under way fail. */
    @Override
    public void close() {
        clients.values().forEach(HttpClient::shutdownNow);
    }
}
