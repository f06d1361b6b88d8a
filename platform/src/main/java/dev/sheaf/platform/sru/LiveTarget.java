package dev.sheaf.platform.sru;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.sheaf.search.SearchExpression;

/**
 * An SRU server that searches of the portal ask.
 *
 * @param name for people, unique
 * @param url base URL without query
 */
record LiveTarget(String name, URI url) {

    private static final int MOST = 10;
    private static final int LONGEST_NAME = 60;
    private static final int MOST_WORDS = 20;

    /**
     * Reads the setting: {@code name=URL} separated by commas.
     *
     * @throws IllegalArgumentException if the text has another form, a name occurs twice, or there are more than ten
     */
    static List<LiveTarget> parse(String text) {
        List<LiveTarget> targets = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            String name = equals < 0 ? "" : part.substring(0, equals).strip();
            if (name.isEmpty() || name.length() > LONGEST_NAME || targets.stream().anyMatch(known -> known.name.equals(name))) {
                throw new IllegalArgumentException(
                        "expected: names and addresses like DNB=https://sru.example.org/db, separated by"
                                + " commas; each name once");
            }
            targets.add(new LiveTarget(name, address(part.substring(equals + 1).strip())));
        }
        if (targets.size() > MOST) {
            throw new IllegalArgumentException("expected: at most " + MOST + " targets");
        }
        return List.copyOf(targets);
    }

    private static URI address(String text) {
        try {
            URI uri = new URI(text);
            boolean isHttp = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (isHttp && uri.getHost() != null && uri.getRawQuery() == null && uri.getRawFragment() == null
                    && uri.getRawUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException _) {
            // The exception is thrown below.
        }
        throw new IllegalArgumentException(
                "expected: an address like https://sru.example.org/db, without ? and #, instead of " + text);
    }

    /**
     * Returns the address of a search for all words of a text.
     *
     * @param records number of records wanted
     */
    URI search(String text, int records) {
        StringBuilder cql = new StringBuilder();
        // Every server knows terms that are joined by and; not all know the relation all.
        SearchExpression.Texts.words(text).stream().limit(MOST_WORDS).map(LiveTarget::term).filter(term -> !term.isEmpty())
                .forEach(term -> cql.append(cql.isEmpty() ? "" : " and ").append('"').append(term).append('"'));
        return URI.create(url + "?operation=searchRetrieve&version=1.1&query="
                + URLEncoder.encode(cql.toString(), StandardCharsets.UTF_8) + "&maximumRecords=" + records + "&recordSchema=dc");
    }

    /** Returns a word without the characters that have a meaning in a term of CQL. */
    private static String term(String word) {
        StringBuilder term = new StringBuilder();
        word.codePoints().filter(c -> "\"\\*?^".indexOf(c) < 0).forEach(term::appendCodePoint);
        return term.codePoints().anyMatch(Character::isLetterOrDigit) ? term.toString() : "";
    }
}
