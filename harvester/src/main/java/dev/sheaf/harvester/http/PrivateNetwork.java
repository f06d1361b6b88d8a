package dev.sheaf.harvester.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Recogniser of addresses that not everybody can reach, by the registries of special-purpose addresses (RFC 6890). Addresses that contain
 * an IPv4 address are judged by it. Addresses for documentation count as public, because nothing uses them.
 */
public final class PrivateNetwork {

    /**
     * Blocks in this order: this network, private use, shared space of providers, loopback, link-local, private use, protocol assignments,
     * 6to4 relays, private use, benchmarks, multicast, reserved and broadcast.
     */
    private static final List<Block> IPV4 = blocks("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
            "172.16.0.0/12", "192.0.0.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4");
    /**
     * Blocks in this order: NAT64 of one's own (RFC 8215), discard-only, protocol assignments with Teredo and ORCHID, 6to4, segment
     * routing, unique local, link-local, site-local, multicast.
     */
    private static final List<Block> IPV6 = blocks("64:ff9b:1::/48", "100::/64", "2001::/23", "2002::/16", "5f00::/16",
            "fc00::/7",
            "fe80::/10", "fec0::/10", "ff00::/8");
    /**
     * Loopback, unspecified and IPv4-compatible addresses (the JDK converts mapped ones to IPv4); the common prefix of NAT64 (RFC 6052);
     * translated addresses (RFC 2765).
     */
    private static final List<Block> CARRIERS = blocks("::/96", "64:ff9b::/96", "::ffff:0:0:0/96");

    private PrivateNetwork() {}

    /** @param bits number of leading bits that are compared */
    private record Block(byte[] prefix, int bits) {

        static Block of(String text) {
            int slash = text.indexOf('/');
            return new Block(InetAddress.ofLiteral(text.substring(0, slash)).getAddress(),
                    Integer.parseInt(text.substring(slash + 1)));
        }

        boolean contains(byte[] address) {
            for (int bit = 0; bit < bits; bit += Byte.SIZE) {
                int shift = Math.max(0, Byte.SIZE - (bits - bit));
                if ((address[bit / Byte.SIZE] & 0xff) >> shift != (prefix[bit / Byte.SIZE] & 0xff) >> shift) {
                    return false;
                }
            }
            return true;
        }
    }

    private static List<Block> blocks(String... texts) {
        return Arrays.stream(texts).map(Block::of).toList();
    }

    /** Returns true if one of the addresses of a host is in a private network; false for an unknown name. */
    public static boolean isPrivate(URI uri) {
        try {
            return Arrays.stream(InetAddress.getAllByName(String.valueOf(uri.getHost()))).anyMatch(PrivateNetwork::isPrivate);
        } catch (UnknownHostException _) {
            return false;
        }
    }

    /** Returns true if an address is in a private network. */
    public static boolean isPrivate(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (address instanceof Inet4Address) {
            return IPV4.stream().anyMatch(block -> block.contains(bytes));
        }
        if (CARRIERS.stream().anyMatch(block -> block.contains(bytes))) {
            byte[] carried = Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length);
            return IPV4.stream().anyMatch(block -> block.contains(carried));
        }
        return IPV6.stream().anyMatch(block -> block.contains(bytes));
    }

    /** Returns true if a host is written as an address and not as a name, so that no look-up is needed. */
    static boolean isLiteral(String host) {
        // Forms such as 2130706433 and 0x7f.1 count, because the JDK reads some of them as addresses, and no real name ends in a number.
        String last = host.substring(host.lastIndexOf('.', host.length() - 2) + 1);
        return host.startsWith("[") || !last.isEmpty() && Character.isDigit(last.charAt(0)) && last.chars().allMatch(
                c -> c == '.' || Character.digit(c, 16) >= 0 || c == 'x' || c == 'X');
    }
}
