package dev.sheaf.platform.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.address.IpAddress;

/**
 * The header in which a proxy names its client. Only one header can be trusted, because a proxy that writes one of them passes the other as
 * the client sent it.
 */
public enum ForwardedHeader {

    /** {@code X-Forwarded-For: 192.0.2.7, 198.51.100.1}, which nearly all proxies write. */
    X_FORWARDED_FOR("X-Forwarded-For"),
    /** {@code Forwarded: for=192.0.2.7, for="[2001:db8::7]:4711"} (RFC 7239). */
    FORWARDED("Forwarded");

    private static final Pattern FOR = Pattern.compile("(?:^|;)\\s*for\\s*=\\s*\"?([^\";]*)\"?\\s*(?:;|$)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^\\]]*)](?::\\d+)?|([0-9.]+):\\d+");

    private final String text;

    ForwardedHeader(String text) {
        this.text = text;
    }

    /** Returns the header's name. */
    public String text() {
        return text;
    }

    /** Returns the entries of one line of the header, the last one first. Each proxy appends its own entry. */
    static List<String> fromTheEnd(String line) {
        List<String> entries = new ArrayList<>();
        int end = line.length();
        boolean quoted = false;
        // Read from the end, so that a quotation mark that a client left open cannot hide the entry of a proxy.
        for (int i = line.length() - 1; i >= 0; i--) {
            char c = line.charAt(i);
            if (c == '"' && (i == 0 || line.charAt(i - 1) != '\\')) {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                entries.add(line.substring(i + 1, end).strip());
                end = i;
            }
        }
        entries.add(line.substring(0, end).strip());
        return entries;
    }

    /** Returns the address in an entry; empty if the entry contains none. */
    Optional<IpAddress> address(String entry) {
        return switch (this) {
            case X_FORWARDED_FOR -> node(entry);
            case FORWARDED -> {
                Matcher matcher = FOR.matcher(entry);
                yield matcher.find() ? node(matcher.group(1)) : Optional.empty();
            }
        };
    }

    private static Optional<IpAddress> node(String text) {
        Matcher withPort = WITH_PORT.matcher(text);
        String address = !withPort.matches() ? text : withPort.group(1) != null ? withPort.group(1) : withPort.group(2);
        try {
            return Optional.of(IpAddress.parse(address));
        } catch (IllegalArgumentException _) {
            // Such as "unknown", or a made-up name for a hidden client.
            return Optional.empty();
        }
    }
}
