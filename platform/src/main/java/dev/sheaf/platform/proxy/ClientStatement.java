package dev.sheaf.platform.proxy;

import java.net.InetAddress;
import java.util.Map;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ForwardedHeader;

/**
 * Statement about the harvester in the requests that the proxy sends for it. It lets a source count, limit and log its harvesters as if they
 * came directly. It names the address of the harvester alone: no further proxies, and no address of a private network, which means nothing
 * outside of it. Immutable.
 *
 * @param header header of the statement; null for none
 * @param clients rules that determine the address of a request's client
 */
public record ClientStatement(@Nullable ForwardedHeader header, ClientAddresses clients) {

    /** Value of the setting that forbids a statement. */
    public static final String NOTHING = "none";
    /** No statement. */
    public static final ClientStatement NONE = new ClientStatement(null, ClientAddresses.DIRECT);

    /**
     * Returns the statement in a header.
     *
     * @param header name of a header, in any case, or {@link #NOTHING}
     * @throws IllegalArgumentException if it is neither; the message says what is expected
     */
    public static ClientStatement of(String header, ClientAddresses clients) {
        String name = header.strip();
        if (name.equalsIgnoreCase(NOTHING)) {
            return new ClientStatement(null, clients);
        }
        for (ForwardedHeader known : ForwardedHeader.values()) {
            if (known.text().equalsIgnoreCase(name)) {
                return new ClientStatement(known, clients);
            }
        }
        throw new IllegalArgumentException("expected is X-Forwarded-For, Forwarded or none");
    }

    /** Returns the headers for a request that is made for another one; empty if nothing may be said. */
    Map<String, String> of(Context context) {
        if (header == null) {
            return Map.of();
        }
        String client = clients.of(context).toString();
        if (PrivateNetwork.isPrivate(InetAddress.ofLiteral(client))) {
            return Map.of();
        }
        return Map.of(header.text(), switch (header) {
            case X_FORWARDED_FOR -> client;
            // RFC 7239, 6: an address of IPv6 is in brackets, and therefore quoted.
            case FORWARDED -> client.indexOf(':') < 0 ? "for=" + client : "for=\"[" + client + "]\"";
        });
    }
}
