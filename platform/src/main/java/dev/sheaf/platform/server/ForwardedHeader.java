package dev.sheaf.platform.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.sheaf.core.address.IpAddress;

/**
 * The header in which a proxy tells whom it serves. Only one of them can be believed: a proxy that writes the one lets the other pass as
 * the client sent it.
 */
public enum ForwardedHeader {

    /** {@code X-Forwarded-For: 192.0.2.7, 198.51.100.1}: what nearly all proxies write. */
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

    /** The header's name. */
    public String text() {
        return text;
    }

    /** The entries of one line of the header, the last one first: each proxy adds its own behind those of others. */
    static List<String> fromTheEnd(String line) {
        List<String> entries = new ArrayList<>();
        int end = line.length();
        boolean quoted = false;
        // Read from the end, for a quotation mark that a client has left open must not swallow what a proxy added behind it.
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

    /** Returns the address in an entry; empty when it does not tell one. */
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
            // Such as unknown, or a made-up name for a client that is to stay hidden.
            return Optional.empty();
        }
    }
}
