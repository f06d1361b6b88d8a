package dev.sheaf.core.address;

import java.util.List;

/**
 * Addresses that begin with the same bits: one address, or a network in CIDR notation.
 *
 * @param network the first address
 * @param bits how many of its 128 bits the others share with it; those of an IPv4 address are the last 32
 */
public record AddressBlock(IpAddress network, int bits) {

    /** Every address there is. */
    public static final List<AddressBlock> ALL = List.of(parse("0.0.0.0/0"), parse("::/0"));

    /**
     * Checks that the network is the first address.
     *
     * @throws IllegalArgumentException when it is not, or there are no so many bits
     */
    public AddressBlock {
        if (bits < 0 || bits > IpAddress.BITS || !network.first(bits).equals(network)) {
            throw new IllegalArgumentException("no block begins at " + network + " with " + bits + " bits");
        }
    }

    /**
     * Reads {@code 192.0.2.7}, {@code 192.0.2.0/24}, {@code 2001:db8::7} or {@code 2001:db8::/32}. Names are never resolved.
     *
     * @throws IllegalArgumentException when it is none of these, or the address has bits after the prefix; with a message for people
     */
    public static AddressBlock parse(String text) {
        int slash = text.indexOf('/');
        IpAddress address = IpAddress.parse(slash < 0 ? text : text.substring(0, slash));
        int offset = address.isIpv4() ? IpAddress.IPV4_OFFSET : 0;
        int bits = slash < 0 ? IpAddress.BITS : offset + prefix(text, text.substring(slash + 1), IpAddress.BITS - offset);
        IpAddress network = address.first(bits);
        if (!network.equals(address)) {
            throw new IllegalArgumentException("'" + text + "' has bits after its prefix; the network is " + network
                    + text.substring(slash) + ", a single address has no prefix");
        }
        return new AddressBlock(network, bits);
    }

    private static int prefix(String text, String digits, int most) {
        if (digits.matches("0|[1-9]\\d{0,2}") && Integer.parseInt(digits) <= most) {
            return Integer.parseInt(digits);
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a network; the slash must be followed by a number from 0 to " + most);
    }

    /** Returns whether the address is one of them. Networks of IPv6 hold no IPv4 addresses. */
    public boolean contains(IpAddress address) {
        return network.isIpv4() == address.isIpv4() && address.first(bits).equals(network);
    }

    /** Returns CIDR notation; a single address without a prefix. */
    @Override
    public String toString() {
        int offset = network.isIpv4() ? IpAddress.IPV4_OFFSET : 0;
        return bits == IpAddress.BITS ? network.toString() : network + "/" + (bits - offset);
    }
}
