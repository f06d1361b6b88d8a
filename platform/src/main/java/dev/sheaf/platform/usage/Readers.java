package dev.sheaf.platform.usage;

import java.util.List;
import java.util.Locale;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.server.load.VerifiedSigner;

/**
 * Recognition of people who read, by the headers of their requests. An unclear case is no reader: a missing use is noticed by nobody, but a
 * crawler reads everything. Stateless.
 */
final class Readers {

    /** Beginnings of the User-Agent of browsers: all graphical ones have the first, some old ones the second, the others show text. */
    private static final List<String> BROWSERS = List.of("mozilla/", "opera/", "lynx/", "w3m/", "links ", "elinks/");
    /**
     * Words in the User-Agent of programs that begin like a browser. Crawlers name the address of their operator, so {@code http} finds most
     * of them.
     */
    private static final List<String> PROGRAMS = List.of("http", "bot", "crawl", "spider", "slurp", "scrap", "headless",
            "preview",
            "monitor", "archiv", "fetch", "harvest", "python", "java/");
    /** A make of telephones whose name ends like a program's. */
    private static final String TELEPHONE = "cubot";
    /** Browsers have shorter ones. */
    private static final int LONGEST_USER_AGENT = 600;

    private Readers() {}

    /** Returns whether a request comes from a person who did not ask to be left out. */
    static boolean isReader(Context context) {
        return isBrowser(context.header("User-Agent")) && context.header("From") == null
                && VerifiedSigner.of(context).isEmpty() && !isAhead(context) && !isUnwilling(context);
    }

    /** Returns whether a User-Agent is that of a browser. */
    static boolean isBrowser(@Nullable String userAgent) {
        if (userAgent == null || userAgent.length() > LONGEST_USER_AGENT) {
            return false;
        }
        String text = userAgent.strip().toLowerCase(Locale.ROOT).replace(TELEPHONE, "");
        return BROWSERS.stream().anyMatch(text::startsWith) && PROGRAMS.stream().noneMatch(text::contains);
    }

    /** Returns whether a browser asks ahead, for a page that nobody may ever look at. */
    private static boolean isAhead(Context context) {
        for (String name : List.of("Sec-Purpose", "Purpose", "X-Moz", "X-Purpose")) {
            String value = context.header(name);
            if (value != null) {
                String text = value.toLowerCase(Locale.ROOT);
                if (text.contains("prefetch") || text.contains("prerender") || text.contains("preview")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether the reader asks not to be tracked (DNT), or not to be part of what is passed on (Global Privacy Control). */
    private static boolean isUnwilling(Context context) {
        return "1".equals(context.header("DNT")) || "1".equals(context.header("Sec-GPC"));
    }
}
