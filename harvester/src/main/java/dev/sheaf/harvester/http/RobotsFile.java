package dev.sheaf.harvester.http;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * The rules of a robots.txt for this harvester (RFC 9309).
 *
 * @param rules rules of the groups that apply, in any order
 * @param delay requested interval between requests (Crawl-delay, which the RFC does not define); null if not stated
 * @param unread true if the file could not be read
 */
record RobotsFile(List<Rule> rules, @Nullable Duration delay, boolean unread) {

    /** Rules that forbid nothing. */
    static final RobotsFile ALL_ALLOWED = new RobotsFile(List.of(), null, false);
    /** Rules that forbid everything, for a host whose robots.txt is temporarily unreadable (section 2.3.1.4). */
    static final RobotsFile ALL_FORBIDDEN = new RobotsFile(List.of(new Rule("/", false)), null, true);

    /** Number of bytes that are read; the RFC requires at least as many (section 2.5). */
    static final int MOST_BYTES = 500 * 1024;

    private static final String US = "sheaf";
    private static final int MOST_RULES = 10_000;
    private static final long LONGEST_DELAY_SECONDS = 3_600;

    /**
     * One rule.
     *
     * @param pattern beginning of paths, in which {@code *} stands for any text and {@code $} for the end
     */
    record Rule(String pattern, boolean allows) {

        /**
         * Returns whether a path matches. The comparison backtracks only to the last asterisk, so its time is at most the product of the
         * lengths.
         */
        boolean matches(String path) {
            boolean toTheEnd = pattern.endsWith("$");
            String wanted = toTheEnd ? pattern.substring(0, pattern.length() - 1) : pattern;
            int p = 0;
            int w = 0;
            int star = -1;
            int starPath = 0;
            while (p < path.length()) {
                if (w < wanted.length() && wanted.charAt(w) == '*') {
                    star = w++;
                    starPath = p;
                } else if (w < wanted.length() && wanted.charAt(w) == path.charAt(p)) {
                    w++;
                    p++;
                } else if (w == wanted.length() && !toTheEnd) {
                    return true;
                } else if (star >= 0) {
                    w = star + 1;
                    p = ++starPath;
                } else {
                    return false;
                }
            }
            while (w < wanted.length() && wanted.charAt(w) == '*') {
                w++;
            }
            return w == wanted.length();
        }
    }

    /** Reads a file. Lines that are not understood are skipped, as the RFC wants. */
    static RobotsFile parse(byte[] bytes) {
        String text = new String(bytes, 0, Math.min(bytes.length, MOST_BYTES), StandardCharsets.UTF_8);
        Groups ours = new Groups();
        Groups everybodys = new Groups();
        boolean forUs = false;
        boolean forAll = false;
        boolean naming = false;
        for (String line : text.split("\r\n|\r|\n")) {
            int comment = line.indexOf('#');
            String content = comment < 0 ? line : line.substring(0, comment);
            int colon = content.indexOf(':');
            if (colon < 0) {
                continue;
            }
            String key = content.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String value = content.substring(colon + 1).strip();
            if (key.equals("user-agent")) {
                if (!naming) {
                    forUs = false;
                    forAll = false;
                    naming = true;
                }
                forUs |= product(value).equals(US);
                forAll |= value.equals("*");
                ours.found |= forUs;
            } else {
                naming &= !key.equals("allow") && !key.equals("disallow") && !key.equals("crawl-delay");
                if (forUs) {
                    ours.take(key, value);
                }
                if (forAll) {
                    everybodys.take(key, value);
                }
            }
        }
        return ours.found ? ours.file() : everybodys.file();
    }

    /** Returns the product name of a User-Agent: {@code Sheaf/1.0} and {@code sheaf} are the same. */
    private static String product(String value) {
        int end = 0;
        while (end < value.length()
                && (Character.isLetter(value.charAt(end)) || value.charAt(end) == '-' || value.charAt(end) == '_')) {
            end++;
        }
        return value.substring(0, end).toLowerCase(Locale.ROOT);
    }

    /**
     * Returns true if a path with its query may be requested: the longest rule decides, and Allow wins among rules of equal length (section
     * 2.2.2).
     */
    boolean allows(String pathAndQuery) {
        Rule best = null;
        for (Rule rule : rules) {
            if (rule.matches(pathAndQuery) && (best == null || rule.pattern().length() > best.pattern().length()
                    || rule.pattern().length() == best.pattern().length() && rule.allows())) {
                best = rule;
            }
        }
        return best == null || best.allows();
    }

    /** The groups that apply to a client; several of them count as one (section 2.2.1). */
    private static final class Groups {
        private final List<Rule> rules = new ArrayList<>();
        private @Nullable Duration delay;
        private boolean found;

        void take(String key, String value) {
            switch (key) {
                case "allow", "disallow" -> {
                    // An empty rule forbids nothing.
                    if (!value.isEmpty() && rules.size() < MOST_RULES) {
                        rules.add(new Rule(value, key.equals("allow")));
                    }
                }
                case "crawl-delay" -> seconds(value).ifPresent(read -> delay = read);
                default -> {
                    // Sitemap and other lines are ignored.
                }
            }
        }

        private static Optional<Duration> seconds(String value) {
            try {
                double seconds = value.length() > 10 ? -1 : Double.parseDouble(value);
                return seconds >= 0 && Double.isFinite(seconds)
                        ? Optional.of(Duration.ofMillis((long) (1000 * Math.min(seconds, LONGEST_DELAY_SECONDS))))
                        : Optional.empty();
            } catch (NumberFormatException _) {
                return Optional.empty();
            }
        }

        RobotsFile file() {
            return new RobotsFile(List.copyOf(rules), delay, false);
        }
    }
}
