package dev.sheaf.platform.gateway;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a static repository in one spelling: host in lower case, port if it is not the usual one, and path. The specification
 * foresees http alone; the path at the gateway names no scheme, so http and https of one address are one static repository.
 *
 * <p>An address has neither user, query nor fragment, and its path neither empty segments nor such that browsers and servers resolve
 * ({@code .} and {@code ..}, also encoded). Immutable.
 *
 * @param text host, port and path, such as {@code an.oai.org:8080/ma/mini.xml}
 */
public record StaticAddress(String text) {

    /** Longest address that is accepted, in characters. */
    static final int LONGEST = 1_000;

    private static final int FIRST_FREE_PORT = 1_024;
    private static final int LAST_PORT = 65_535;
    private static final Set<Integer> WEB_PORTS = Set.of(80, 443);
    private static final Pattern PARTS = Pattern
            .compile("([A-Za-z0-9_.-]{1,255}|\\[[0-9A-Fa-f:.]{2,45}\\])(?:(?::|%3[Aa])([0-9]{1,5}))?(/.*)");
    private static final String SAFE = "-._~!$&'()*+,;=:@/";

    /**
     * Reads the address of a file, http or https.
     *
     * @throws IllegalArgumentException if it cannot be one of a static repository; the message says why
     */
    public static StaticAddress ofUrl(String url) {
        String text = url.strip();
        String lower = text.toLowerCase(Locale.ROOT);
        int scheme = lower.startsWith("http://") ? 7 : lower.startsWith("https://") ? 8 : -1;
        if (scheme < 0) {
            throw new IllegalArgumentException("the address of a static repository begins with http:// or https://");
        }
        return read(text.substring(scheme), lower.startsWith("https://") ? 443 : 80);
    }

    /**
     * Reads the part of a request's path after the gateway's own, as received.
     *
     * @return empty if it cannot be the address of a static repository
     */
    static Optional<StaticAddress> ofPath(String raw) {
        try {
            return Optional.of(read(raw, 80));
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    private static StaticAddress read(String text, int usualPort) {
        if (text.length() > LONGEST) {
            throw new IllegalArgumentException("the address is longer than " + LONGEST + " characters");
        }
        if (text.indexOf('@') >= 0 && text.indexOf('@') < (text.indexOf('/') < 0 ? text.length() : text.indexOf('/'))) {
            throw new IllegalArgumentException("the address contains a user name");
        }
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw new IllegalArgumentException("the address of a static repository has neither ? nor #");
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("the address is not of the form http://host/path");
        }
        String host = parts.group(1).toLowerCase(Locale.ROOT);
        String bare = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        String digits = parts.group(2);
        int port = digits == null ? usualPort : Integer.parseInt(digits);
        if (port > LAST_PORT || port < FIRST_FREE_PORT && !WEB_PORTS.contains(port) || usualPort == 443 && port == 80) {
            throw new IllegalArgumentException("port " + port + " is not one of a web server");
        }
        String path = path(parts.group(3));
        StaticAddress address = new StaticAddress(bare + (port == usualPort ? "" : ":" + port) + path);
        try {
            if (new URI(address.url("http")).getHost() == null) {
                throw new IllegalArgumentException("the address has no host");
            }
        } catch (URISyntaxException failure) {
            throw new IllegalArgumentException("the address is no URL: " + failure.getReason(), failure);
        }
        return address;
    }

    /** Returns a path with each character encoded that needs it, and none that does not. */
    private static String path(String raw) {
        StringBuilder path = new StringBuilder();
        byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < bytes.length; i++) {
            int c = bytes[i] & 0xff;
            boolean wasEncoded = c == '%';
            if (wasEncoded) {
                int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
                int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
                if (high < 0 || low < 0) {
                    throw new IllegalArgumentException("the path has a % without two hexadecimal digits");
                }
                c = high << 4 | low;
                i += 2;
            }
            if (c < ' ' || c == 0x7f || c == '\\' || wasEncoded && c == '/') {
                throw new IllegalArgumentException("the path has a control character, a backslash or an encoded slash");
            }
            boolean isSafe = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || SAFE.indexOf(c) >= 0;
            if (isSafe) {
                path.append((char) c);
            } else {
                path.append('%').append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        for (String segment : path.substring(1).split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                throw new IllegalArgumentException("the path is empty, or has an empty segment, . or ..");
            }
        }
        return path.toString();
    }

    /** Returns the address with a scheme. */
    String url(String scheme) {
        return scheme + "://" + text;
    }

    /** Returns the path at the gateway: the address with an encoded colon before the port, as the specification wants it. */
    public String path() {
        int slash = text.indexOf('/');
        int colon = text.lastIndexOf(':', slash);
        boolean hasPort = colon > 0 && text.indexOf(']') < colon;
        return hasPort ? text.substring(0, colon) + "%3A" + text.substring(colon + 1) : text;
    }
}
