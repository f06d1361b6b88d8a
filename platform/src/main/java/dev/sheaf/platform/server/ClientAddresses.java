package dev.sheaf.platform.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

import io.javalin.http.Context;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Request;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.address.IpAddress;

/**
 * Addresses of the clients that send requests: the peer of the connection or, if that is a trusted proxy, the client of that proxy.
 *
 * @param trustedProxies proxies whose header is believed; the header of other clients is ignored
 * @param header header with the client's address
 */
public record ClientAddresses(List<AddressBlock> trustedProxies, ForwardedHeader header) {

    /** Addresses of a hub without a proxy in front. */
    public static final ClientAddresses DIRECT = new ClientAddresses(List.of(), ForwardedHeader.X_FORWARDED_FOR);

    public ClientAddresses {
        trustedProxies = List.copyOf(trustedProxies);
    }

    /** Returns the address of the client that sent a request. After several trusted proxies, it is the client of the first of them. */
    public IpAddress of(Context context) {
        return of(ServletContextRequest.getServletContextRequest(context.req()));
    }

    /** Returns the address of the client of a request that has not reached an endpoint yet. */
    public IpAddress of(Request request) {
        IpAddress client = otherEnd(request);
        // The nearest proxy added its entry last. An entry is believed if the proxy that wrote it is trusted.
        for (String line : request.getHeaders().getValuesList(header.text()).reversed()) {
            for (String entry : ForwardedHeader.fromTheEnd(line)) {
                IpAddress named = isTrusted(client) ? header.address(entry).orElse(null) : null;
                if (named == null) {
                    return client;
                }
                client = named;
            }
        }
        return client;
    }

    /** Returns true if a trusted proxy has sent the request, whose statement about its client counts. */
    public boolean isForwarded(Context context) {
        return isTrusted(otherEnd(ServletContextRequest.getServletContextRequest(context.req())));
    }

    /** Returns true if the address belongs to a trusted proxy. */
    public boolean isTrusted(IpAddress address) {
        return trustedProxies.stream().anyMatch(proxy -> proxy.contains(address));
    }

    private static IpAddress otherEnd(Request request) {
        InetAddress address = request.getConnectionMetaData().getRemoteSocketAddress() instanceof InetSocketAddress socket
                ? socket.getAddress()
                : null;
        if (address == null) {
            throw new IllegalStateException("a request without a network address");
        }
        return IpAddress.of(address);
    }
}
