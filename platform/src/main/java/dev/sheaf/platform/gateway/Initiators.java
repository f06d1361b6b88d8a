package dev.sheaf.platform.gateway;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The hosts whose static repositories anybody may initiate: all, or those of a list. The administrator may initiate those of any host.
 * Immutable.
 *
 * @param isOpen true for all hosts
 * @param hosts names of hosts; one with a dot at its beginning stands for all names that end so
 */
record Initiators(boolean isOpen, List<String> hosts) {

    /** Value of the setting for no gateway. */
    static final String OFF = "off";
    private static final String ANY = "any";
    private static final String ADMIN = "admin";

    Initiators {
        hosts = List.copyOf(hosts);
    }

    /**
     * Reads the value of the setting.
     *
     * @throws IllegalArgumentException if it is none
     */
    static Initiators parse(String text) {
        String value = text.strip().toLowerCase(Locale.ROOT);
        if (value.equals(ANY)) {
            return new Initiators(true, List.of());
        }
        if (value.equals(ADMIN) || value.equals(OFF)) {
            return new Initiators(false, List.of());
        }
        List<String> hosts = Arrays.stream(value.split(",", -1)).map(String::strip).toList();
        for (String host : hosts) {
            if (!host.matches("\\.?[a-z0-9]([a-z0-9._-]{0,250})")) {
                throw new IllegalArgumentException(
                        "expected is off, admin, any, or names of hosts with commas between, such as example.org, .example.net");
            }
        }
        return new Initiators(false, hosts);
    }

    /** Returns whether anybody may initiate static repositories of a host. */
    boolean admits(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return isOpen || hosts.stream().anyMatch(one -> one.startsWith(".")
                ? name.endsWith(one) || name.equals(one.substring(1))
                : name.equals(one));
    }
}
