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

    /** The bits of an address. */
    static final int BITS = 128;
    /** The bits in front of an IPv4 address. */
    static final int IPV4_OFFSET = 96;

    private static final long MAPPED = 0xffffL;
    /** Four numbers without leading zeros, which some read as octal. */
    private static final Pattern IPV4 = Pattern.compile(
            "(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?:\\.(?!$)|$)){4}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /**
     * Reads an address as people write it. Names are never resolved; zones ({@code fe80::1%eth0}), brackets and ports are not part of one.
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
        return new IllegalArgumentException("'" + text + "' is not an address; expected is one like 192.0.2.7 or 2001:db8::7");
    }

    /** The same address, without its zone if it has one. */
    public static IpAddress of(InetAddress address) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == Integer.BYTES
                ? new IpAddress(0, MAPPED << Integer.SIZE | Integer.toUnsignedLong(bytes.getInt()))
                : new IpAddress(bytes.getLong(), bytes.getLong());
    }

    /** Returns whether it is an IPv4 address. */
    public boolean isIpv4() {
        return high == 0 && low >>> Integer.SIZE == MAPPED;
    }

    /**
     * Returns the address that stands for the client in limits. An IPv4 address is one client. With IPv6, every connection gets 64 bits to
     * choose from, so the addresses of such a range count as one client.
     */
    public IpAddress client() {
        return isIpv4() ? this : new IpAddress(high, 0);
    }

    /** Returns a copy with all bits after the first so many set to zero. */
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
            throw new IllegalStateException("4 or 16 bytes are an address", impossible);
        }
    }
}
