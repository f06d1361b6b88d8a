package dev.sheaf.platform.server.load;

import java.util.Locale;

import dev.sheaf.core.address.IpAddress;

/**
 * Groups of hosts that probably have one owner. Limits count groups, because the owner of a domain can make any number of names in it.
 * Stateless.
 */
public final class HostGroup {

    /** Longest label below a country's domain that is taken for a part of the public suffix, as in ac.uk and com.br. */
    private static final int SHORT_LABEL = 3;
    private static final int COUNTRY = 2;

    private HostGroup() {}

    /**
     * Returns the group of a host: its registered domain, as far as the name shows it; of an address its network, which is a /24 of IPv4 or
     * a /64 of IPv6. Hosts of one provider that gives names below a domain of its own are one group.
     *
     * @param host name, or address as in a URL; with or without a port
     */
    public static String of(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.startsWith("[")) {
            int end = name.indexOf(']');
            return address(end < 0 ? name : name.substring(1, end));
        }
        if (name.indexOf(':') == name.lastIndexOf(':') && name.indexOf(':') >= 0) {
            name = name.substring(0, name.indexOf(':'));
        }
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.indexOf(':') >= 0 || !name.isEmpty() && name.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9')) {
            return address(name);
        }
        String[] labels = name.split("\\.", -1);
        int count = labels.length;
        int kept = count > 2 && labels[count - 1].length() == COUNTRY && labels[count - 2].length() <= SHORT_LABEL ? 3 : 2;
        return count <= kept ? name : String.join(".", java.util.Arrays.copyOfRange(labels, count - kept, count));
    }

    private static String address(String text) {
        try {
            IpAddress address = IpAddress.parse(text);
            return text.indexOf(':') >= 0 ? address.client().toString() : text.substring(0, text.lastIndexOf('.')) + ".0/24";
        } catch (IllegalArgumentException _) {
            return text;
        }
    }
}
