package dev.sheaf.harvester.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.internal.repair.BodyReader;
import dev.sheaf.harvester.repair.EncodingException;

/** Explanation of responses that are no OAI-PMH, for people. */
public final class Unreadable {

    private static final int BEGINNING = 4096;
    private static final int ENDING = 256;
    private static final int LINE = 160;
    private static final List<String> TOO_LARGE = List.of("too many records", "too many results", "matches too many",
            "result set too large", "result set is too large", "too many hits", "exceeds the maximum number of records");

    private Unreadable() {}

    /** Explains an unreadable response with a status of success. */
    public static HarvestException explain(Fetched fetched, OaiFormatException failure) {
        if (failure instanceof EncodingException) {
            return new HarvestException(Kind.MALFORMED, line(failure.getMessage()) + ", in the answer to " + fetched.uri(),
                    failure);
        }
        String base = BaseUrl.of(fetched.uri()).toString();
        String start = beginning(fetched);
        if (start.isBlank()) {
            return new HarvestException(Kind.NOT_OAI,
                    "the server answered with nothing at all instead of OAI-PMH: " + fetched.uri(),
                    failure);
        }
        if (isOai(start)) {
            return new HarvestException(Kind.MALFORMED, line(failure.getMessage()) + place(failure) + ", in the answer to "
                    + fetched.uri(), failure);
        }
        if (saysTooLarge(start)) {
            return new HarvestException(Kind.LIST_TOO_LARGE, "the server says that the list is too large for it at once ('"
                    + line(title(start).isEmpty() ? start : title(start)) + "'): " + fetched.uri(), failure);
        }
        if (isHtml(start, fetched)) {
            String title = title(start);
            return new HarvestException(Kind.NOT_OAI, "the server answered with an HTML page" + (title.isEmpty()
                    ? ""
                    : " titled '" + title + "'") + " instead of OAI-PMH: " + addressHint(fetched, base), failure);
        }
        return new HarvestException(Kind.NOT_OAI, "the server answered with something other than OAI-PMH 2.0 ("
                + line(failure.getMessage()) + "): " + addressHint(fetched, base), failure);
    }

    /** Explains a response with an error status. */
    public static HarvestException status(Fetched fetched) {
        String start = beginning(fetched);
        String title = isHtml(start, fetched) ? title(start) : "";
        String retry = fetched.header("Retry-After").map(value -> "; it asks to come back after: " + line(value)).orElse("");
        return new HarvestException(kind(fetched, start),
                "HTTP " + fetched.status() + (title.isEmpty() ? "" : " ('" + title + "')")
                        + " from " + fetched.uri() + retry + advice(fetched))
                .with(fetched);
    }

    private static Kind kind(Fetched fetched, String start) {
        if (fetched.status() == 401 || fetched.status() == 407) {
            return Kind.LOGIN;
        }
        return fetched.status() == 413 || saysTooLarge(start) ? Kind.LIST_TOO_LARGE : Kind.HTTP_STATUS;
    }

    /** Returns true for texts of servers that refuse a whole list, such as the DNB's "matches too many records (>100000)". */
    private static boolean saysTooLarge(String start) {
        String lower = start.toLowerCase(Locale.ROOT);
        return TOO_LARGE.stream().anyMatch(lower::contains);
    }

    /** Returns whether the middle of a list was requested, so that the address has answered before. */
    private static boolean isMiddle(Fetched fetched) {
        return String.valueOf(fetched.uri().getRawQuery()).contains("resumptionToken=");
    }

    /** Returns whether a part of a list was requested: the address is then known, or the whole list failed. */
    private static boolean isPart(Fetched fetched) {
        String query = String.valueOf(fetched.uri().getRawQuery());
        return query.contains("&from=") || query.contains("&until=") || query.contains("&set=");
    }

    private static String addressHint(Fetched fetched, String base) {
        return isMiddle(fetched) ? "no page of the list that it had begun, at " + fetched.uri() : "is " + base + " the base URL?";
    }

    private static String advice(Fetched fetched) {
        return switch (fetched.status()) {
            case 401 -> ": it requires a login (--access user, bearer-file or header-file)";
            case 403 -> ": the host does not let us in; its operator can. Some turn away every User-Agent that they do not know: one with "
                    + "the name and address of your institution may be let in (--user-agent); docs/access.md has more";
            case 407 -> ": the proxy requires a login (--access proxy-user and proxy-password-file)";
            case 413 -> ": the list is too large for it at once";
            case 404, 410 -> isMiddle(fetched)
                    ? ": it no longer knows this page of the list that it had begun"
                    : isPart(fetched) ? "" : ": is this the base URL?";
            default -> "";
        };
    }

    private static String place(OaiFormatException failure) {
        return failure.offset() < 0 ? "" : " (byte " + failure.offset() + ")";
    }

    private static String beginning(Fetched fetched) {
        return BodyReader.beginning(fetched.body(), BEGINNING);
    }

    /** Returns true if a body begins and ends like an answer of the protocol, and does not begin with an error. */
    static boolean isWholeAnswer(Fetched fetched) {
        String start = beginning(fetched);
        byte[] body = fetched.body();
        int from = Math.max(0, body.length - ENDING);
        return isOai(start) && !start.contains("<error")
                && new String(body, from, body.length - from, StandardCharsets.ISO_8859_1).contains("OAI-PMH>");
    }

    /** Returns true if the root element is that of the protocol, with any prefix. */
    private static boolean isOai(String start) {
        return start.contains("<OAI-PMH") || start.contains(":OAI-PMH") || start.contains("http://www.openarchives.org/OAI/1.");
    }

    private static boolean isHtml(String start, Fetched fetched) {
        String lower = start.toLowerCase(Locale.ROOT);
        return lower.contains("<html") || lower.contains("<!doctype html")
                || fetched.header("Content-Type").orElse("").toLowerCase(Locale.ROOT).contains("html");
    }

    /** Returns the title of an HTML page as one short line; empty if there is none. */
    static String title(String start) {
        String lower = start.toLowerCase(Locale.ROOT);
        int element = lower.indexOf("<title");
        int from = element < 0 ? -1 : lower.indexOf('>', element);
        int end = from < 0 ? -1 : lower.indexOf("</title", from);
        return end < 0 ? "" : line(start.substring(from + 1, end));
    }

    /** Returns foreign text for a message: one short line without control characters. */
    public static String line(@Nullable String text) {
        StringBuilder line = new StringBuilder();
        for (String word : String.valueOf(text).strip().split("[\\s\\p{Cntrl}]+")) {
            line.append(line.isEmpty() ? "" : " ").append(word);
            if (line.length() > LINE) {
                return line.substring(0, LINE) + "…";
            }
        }
        return line.toString();
    }
}
