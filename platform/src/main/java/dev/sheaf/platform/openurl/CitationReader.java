package dev.sheaf.platform.openurl;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.provider.OaiArguments;

/**
 * Reader of OpenURLs. Keys of 1.0 ({@code rft.title}) take precedence over those of 0.1 ({@code title}), which many links carry beside them.
 * Values that are not UTF-8 are read as ISO 8859-1, which older systems send. Unknown keys are passed over, as both versions demand. Not for
 * concurrent use.
 */
final class CitationReader {

    /** Largest number of keys. */
    static final int MOST_KEYS = 100;
    /** Longest value in characters; longer ones are cut. */
    static final int LONGEST_VALUE = 1_000;
    /** Largest number of identifiers of one kind. */
    private static final int MOST_NAMES = 10;
    private static final Pattern YEAR = Pattern.compile("\\s*(\\d{4})(?!\\d).*");
    /** Genres of parts, which have a title of their own within a journal or book. */
    private static final Set<String> PARTS = Set.of("article", "preprint", "proceeding", "bookitem");
    private static final List<String> BY_REFERENCE = List.of("url_ctx_ref", "rft_ref", "ctx_ref");

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private CitationReader() {}

    /** Thrown for a request that cannot be read; the message says why, for people. */
    static final class TooLargeException extends Exception {

        private static final long serialVersionUID = 1L;

        TooLargeException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads the arguments of a request.
     *
     * @throws TooLargeException if there are more than 100 keys
     */
    static Citation read(OaiArguments arguments) throws TooLargeException {
        if (arguments.list().size() > MOST_KEYS) {
            throw new TooLargeException("more than " + MOST_KEYS + " keys");
        }
        CitationReader reader = new CitationReader();
        for (OaiArguments.Argument argument : arguments.list()) {
            String value = OneLine.beginning(argument.fault() == null ? argument.value() : latin(argument.value()),
                    LONGEST_VALUE);
            if (!value.isEmpty()) {
                reader.values.computeIfAbsent(argument.key().toLowerCase(Locale.ROOT), _ -> new ArrayList<>()).add(value);
            }
        }
        return reader.citation();
    }

    /** Returns a value that is still encoded as ISO 8859-1 text; empty if its escapes are broken. */
    private static String latin(String encoded) {
        try {
            return URLDecoder.decode(encoded, StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }

    /** Returns whether a request gives its citation by reference, which is not fetched. */
    static boolean isByReference(OaiArguments arguments) {
        return arguments.list().stream().anyMatch(argument -> BY_REFERENCE.contains(argument.key().toLowerCase(Locale.ROOT)));
    }

    private Citation citation() {
        List<String> names = new ArrayList<>();
        List<String> items = new ArrayList<>();
        List<String> isbns = new ArrayList<>(newer(List.of("rft.isbn"), List.of("isbn")));
        for (String name : newer(List.of("rft_id"), List.of("id"))) {
            name(name, names, items, isbns);
        }
        // Dublin Core names the referent in dc:identifier.
        all(List.of("rft.identifier")).forEach(name -> name(name, names, items, isbns));
        newer(List.of("rft.doi"), List.of("doi")).forEach(doi -> names.add("doi:" + withoutLabel(doi, "doi:")));
        newer(List.of("rft.pmid"), List.of("pmid")).forEach(pmid -> names.add("pmid:" + withoutLabel(pmid, "pmid:")));
        List<String> issns = new ArrayList<>(newer(List.of("rft.issn", "rft.eissn"), List.of("issn", "eissn")));
        String article = first("rft.atitle", "atitle");
        String whole = first("rft.jtitle", "rft.btitle", "rft.stitle", "rft.title", "title", "stitle");
        String genre = first("rft.genre", "genre");
        boolean isPart = article != null || genre != null && PARTS.contains(genre.toLowerCase(Locale.ROOT));
        String title = article == null && !isPart ? whole : article;
        return new Citation(few(names), few(items), few(isbns), few(issns), title, isPart ? whole : null, author(), year(),
                isPart);
    }

    private static List<String> few(List<String> all) {
        return all.stream().distinct().limit(MOST_NAMES).toList();
    }

    /** Sorts a name of the referent: {@code info:doi/10.1000/182}, {@code doi:10.1000/182}, {@code oai:x:1}, {@code urn:ISBN:…}. */
    private static void name(String text, List<String> names, List<String> items, List<String> isbns) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("info:oai/")) {
            String rest = text.substring("info:oai/".length());
            items.add(rest);
            items.add("oai:" + rest);
        } else if (lower.startsWith("oai:")) {
            items.add(text);
            // OpenURL 0.1 puts the namespace before the identifier, which has its own.
            if (lower.startsWith("oai:oai:")) {
                items.add(text.substring("oai:".length()));
            }
        } else if (lower.startsWith("urn:isbn:")) {
            isbns.add(text.substring("urn:isbn:".length()));
        } else if (lower.startsWith("info:")) {
            int slash = text.indexOf('/');
            names.add(slash < 0 ? text : text.substring("info:".length(), slash) + ":" + text.substring(slash + 1));
        } else {
            names.add(text);
            items.add(text);
        }
    }

    private static String withoutLabel(String text, String label) {
        return text.toLowerCase(Locale.ROOT).startsWith(label) ? text.substring(label.length()) : text;
    }

    /** Returns the values of keys of 1.0, and without any those of 0.1. */
    private List<String> newer(List<String> keys, List<String> older) {
        List<String> all = all(keys);
        return all.isEmpty() ? all(older) : all;
    }

    private List<String> all(List<String> keys) {
        List<String> all = new ArrayList<>();
        for (String key : keys) {
            all.addAll(values.getOrDefault(key, List.of()));
        }
        return all;
    }

    private @Nullable String first(String... keys) {
        List<String> all = all(List.of(keys));
        return all.isEmpty() ? null : all.getFirst();
    }

    private @Nullable String author() {
        String family = first("rft.aulast", "aulast");
        return family == null ? first("rft.au", "rft.creator", "rft.aucorp", "au") : family;
    }

    private @Nullable Integer year() {
        String date = first("rft.date", "date");
        Matcher year = YEAR.matcher(date == null ? "" : date);
        return year.matches() ? Integer.valueOf(year.group(1)) : null;
    }
}
