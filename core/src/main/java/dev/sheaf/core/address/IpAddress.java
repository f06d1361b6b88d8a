package dev.sheaf.core.address;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * An address of the Internet Protocol as 128 bits. An IPv4 address is its IPv4-mapped IPv6 address ({@code ::ffff:192.0.2.1}), so both
 * ways of writing it are the same address.
 *
 * @param high the first 64 bits
 * @param low the last 64 bits
 */
public record IpAddress(long high, long low) {

    /** Number of bits of an address. */
    static final int BITS = 128;
    /** Number of bits before an IPv4 address. */
    static final int IPV4_OFFSET = 96;

    private static final int IPV4_NETWORK = 24;
    private static final int IPV6_NETWORK = 48;
    private static final long MAPPED = 0xffffL;
    /** Four numbers without leading zeros; some programs read a leading zero as octal. */
    private static final Pattern IPV4 = Pattern.compile(
            "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /**
     * Reads an address as people write it. Names are never resolved; zones ({@code fe80::1%eth0}), brackets and ports are refused.
     *
     * @throws IllegalArgumentException when it is not an IPv4 address of four numbers or an IPv6 address; with a message for people
     */
    public static IpAddress parse(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            throw unreadable(text);
        }
        try {
            return of(InetAddress.ofLiteral(text));
        } catch (IllegalArgumentException _) {
            throw unreadable(text);
        }
    }

    private static IllegalArgumentException unreadable(String text) {
        return new IllegalArgumentException("'" + text + "' is not an address; expected: one like 192.0.2.7 or 2001:db8::7");
    }

    /** Returns the address of the JDK's object, without its zone. */
    public static IpAddress of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == Integer.BYTES
                ? new IpAddress(0, MAPPED << Integer.SIZE | Integer.toUnsignedLong(bytes.getInt()))
                : new IpAddress(bytes.getLong(), bytes.getLong());
    }

    /** Returns whether this is an IPv4 address. */
    public boolean isIpv4() {
        return high == 0 && low >>> Integer.SIZE == MAPPED;
    }

    /**
     * Returns the address by which limits count a client. With IPv4 it is the address itself. With IPv6 it is the first 64 bits, because
     * each connection can choose among the addresses that share them.
     */
    public IpAddress client() {
        return isIpv4() ? this : new IpAddress(high, 0);
    }

    /**
     * Returns the first address of the network by which budgets count crawlers: the first 24 bits with IPv4, the first 48 with IPv6. Crawlers
     * use many addresses of a network in turn.
     */
    public IpAddress network() {
        return first(isIpv4() ? IPV4_OFFSET + IPV4_NETWORK : IPV6_NETWORK);
    }

    /** Returns a copy with all bits after the first {@code bits} set to zero. */
    IpAddress first(int bits) {
        return bits <= Long.SIZE ? new IpAddress(high & mask(bits), 0) : new IpAddress(high, low & mask(bits - Long.SIZE));
    }

    private static long mask(int bits) {
        return bits == 0 ? 0 : -1L << Long.SIZE - bits;
    }

    /** Returns the usual notation. */
    @Override
    public String toString() {
        try {
            return InetAddress.getByAddress(isIpv4()
                    ? ByteBuffer.allocate(Integer.BYTES).putInt((int) low).array()
                    : ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array()).getHostAddress();
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an IP address has 4 or 16 bytes", impossible);
        }
    }
}
