package dev.sheaf.platform.server;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Recognition of browsers by the header {@code Accept}. An unclear case counts as a harvester: a harvest that gets a page fails, but a
 * reader who gets XML finds the address of the page in it.
 */
public final class AcceptedTypes {

    private static final int LONGEST = 1_000;
    private static final Pattern QUALITY = Pattern.compile(
            "\\s*q\\s*=\\s*(0(?:\\.[0-9]{0,3})?|1(?:\\.0{0,3})?|\\.[0-9]{1,3})\\s*",
            Pattern.CASE_INSENSITIVE);

    private AcceptedTypes() {}

    /**
     * Returns true if HTML is named explicitly, before any XML type, and with a quality not below theirs. Wildcards alone express no
     * preference.
     *
     * @param accept null if the header is missing
     */
    public static boolean prefersPage(@Nullable String accept) {
        if (accept == null || accept.length() > LONGEST) {
            return false;
        }
        String text = accept.toLowerCase(Locale.ROOT);
        if (text.contains("image/gif") && !text.contains("xhtml")) {
            // The default of Java's HttpURLConnection, and so of every harvester that is written with it.
            return false;
        }
        double html = 0;
        for (String entry : text.split(",")) {
            String type = entry.split(";", 2)[0].strip();
            if (type.equals("text/html")) {
                html = Math.max(html, quality(entry));
            } else if (isXml(type) && (html == 0 || quality(entry) > html)) {
                return false;
            }
        }
        return html > 0;
    }

    private static boolean isXml(String type) {
        return type.equals("text/xml") || type.equals("application/xml")
                || type.endsWith("+xml") && !type.equals("application/xhtml+xml")
                        && !type.startsWith("image/");
    }

    private static double quality(String entry) {
        String[] parameters = entry.split(";");
        for (int i = 1; i < parameters.length; i++) {
            Matcher found = QUALITY.matcher(parameters[i]);
            if (found.matches()) {
                return Double.parseDouble(found.group(1));
            }
        }
        return 1;
    }
}
