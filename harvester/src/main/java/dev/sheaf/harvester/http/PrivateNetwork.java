package dev.sheaf.harvester.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Tells addresses that only some can reach from those of everybody. */
public final class PrivateNetwork {

    private PrivateNetwork() {}

    /**
     * True when somebody who stands outside is sent in: the first host is public and the second, by one of its addresses, is not. Names that
     * are not known lead nowhere.
     */
    static boolean leadsIn(URI from, URI to) {
        return !HostPace.host(from).equals(HostPace.host(to)) && isPrivate(to) && !isPrivate(from);
    }

    /** True when an address leads, by one of the addresses of its host, where not everybody can go. False for names that are not known. */
    public static boolean isPrivate(URI uri) {
        try {
            return Arrays.stream(InetAddress.getAllByName(String.valueOf(uri.getHost()))).anyMatch(PrivateNetwork::isPrivate);
        } catch (UnknownHostException _) {
            return false;
        }
    }

    static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        // Of IPv6 the unique local addresses (RFC 4193), of IPv4 the shared space of providers (RFC 6598).
        boolean isLocal = address instanceof Inet6Address ? (first & 0xfe) == 0xfc : first == 100 && (second & 0xc0) == 64;
        return isLocal || address.isLoopbackAddress() || address.isAnyLocalAddress() || address.isLinkLocalAddress()
                || address.isSiteLocalAddress() || address.isMulticastAddress();
    }
}
