package dev.sheaf.platform.cli;

import java.util.Locale;
import java.util.function.Predicate;

import dev.sheaf.harvester.BaseUrl;

/** Names a source that nobody has named. */
final class SourceIds {

    private static final int MOST = 55;

    private SourceIds() {}

    /**
     * An id that says where the records come from: the host, and a number where that is taken.
     *
     * @param taken tells which ids are in use
     */
    static String of(BaseUrl baseUrl, Predicate<String> taken) {
        String host = baseUrl.uri().getHost().toLowerCase(Locale.ROOT);
        StringBuilder id = new StringBuilder();
        for (char c : (host.startsWith("www.") ? host.substring(4) : host).toCharArray()) {
            boolean plain = c >= 'a' && c <= 'z' || c >= '0' && c <= '9';
            if (plain) {
                id.append(c);
            } else if (!id.isEmpty() && id.charAt(id.length() - 1) != '-') {
                id.append('-');
            }
        }
        if (id.isEmpty()) {
            id.append("source");
        }
        String base = id.substring(0, Math.min(MOST, id.length()));
        String candidate = base;
        for (int number = 2; taken.test(candidate); number++) {
            candidate = base + "-" + number;
        }
        return candidate;
    }
}
