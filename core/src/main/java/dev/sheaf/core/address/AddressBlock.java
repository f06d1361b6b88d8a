package dev.sheaf.core.address;

import java.util.List;

/**
 * Addresses that begin with the same bits: one address, or a network in CIDR notation.
 *
 * @param network the first address
 * @param bits number of leading bits, of 128, that all its addresses share; an IPv4 address is in the last 32 bits
 */
public record AddressBlock(IpAddress network, int bits) {

    /** All addresses of IPv4 and IPv6. */
    public static final List<AddressBlock> ALL = List.of(parse("0.0.0.0/0"), parse("::/0"));

    /**
     * Checks that the network is the first address of the block.
     *
     * @throws IllegalArgumentException if it is not, or if the number of bits is out of range
     */
    public AddressBlock {
        if (bits < 0 || bits > IpAddress.BITS || !network.first(bits).equals(network)) {
            throw new IllegalArgumentException(
                    "" + network + " is not the first address of a block with a prefix of " + bits + " bits");
        }
    }

    /**
     * Reads {@code 192.0.2.7}, {@code 192.0.2.0/24}, {@code 2001:db8::7} or {@code 2001:db8::/32}. Names are never resolved.
     *
     * @throws IllegalArgumentException if the text has another form, or if the address has bits after the prefix; the message is for people
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

    /** Returns whether the block contains the address. IPv6 networks contain no IPv4 addresses. */
    public boolean contains(IpAddress address) {
        return network.isIpv4() == address.isIpv4() && address.first(bits).equals(network);
    }

    /** Returns the block in CIDR notation; a single address without a prefix length. */
    @Override
    public String toString() {
        int offset = network.isIpv4() ? IpAddress.IPV4_OFFSET : 0;
        return bits == IpAddress.BITS ? network.toString() : network + "/" + (bits - offset);
    }
}
