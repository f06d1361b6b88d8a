package dev.sheaf.cli.harvest;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.harvester.http.BaseUrl;

/** Creator of unique ids for sources without a name. Used by one thread. */
public final class SourceIds {

    private static final int MOST = 55;
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");
    /** Words in addresses that name the software, not the repository. */
    private static final Set<String> SAYS_NOTHING = Set.of("oai", "oai2", "oaipmh", "pmh", "index", "php", "request", "server",
            "cgi",
            "bin", "do", "api", "rest", "provider", "oaiprovider", "oaihandler", "xml", "asp", "aspx", "pl", "jsp", "repository",
            "v2");

    private final Predicate<String> taken;
    private final Set<String> given = new LinkedHashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    private SourceIds(Predicate<String> taken) {
        this.taken = taken;
    }

    /** Returns a creator of ids that no source or aggregate of a store has. */
    public static SourceIds in(RecordStore store) {
        Set<String> aggregates = store.aggregates().stream().map(Aggregate::id).collect(Collectors.toUnmodifiableSet());
        return new SourceIds(id -> aggregates.contains(id) || store.source(id).isPresent());
    }

    /** Returns a creator of ids for sources that are not stored. */
    static SourceIds anywhere() {
        return new SourceIds(_ -> false);
    }

    /**
     * Returns an id for an address: the host; if that is taken, with the words of the path that distinguish repositories of a host; if that
     * is taken, too, with a number.
     */
    public String next(BaseUrl baseUrl) {
        String host = host(baseUrl);
        String id = give(host);
        if (id == null) {
            String longer = cut(host + words(baseUrl));
            id = longer.equals(host) ? null : give(longer);
            for (int number = numbers.getOrDefault(longer, 2); id == null; number++) {
                id = give(longer + "-" + number);
                numbers.put(longer, number + 1);
            }
        }
        return id;
    }

    private @Nullable String give(String id) {
        return given.contains(id) || taken.test(id) || !given.add(id) ? null : id;
    }

    private static String host(BaseUrl baseUrl) {
        String host = baseUrl.uri().getHost().toLowerCase(Locale.ROOT);
        String plain = cut(plain(host.startsWith("www.") ? host.substring(4) : host));
        return plain.isEmpty() ? "source" : plain;
    }

    private static String words(BaseUrl baseUrl) {
        StringBuilder words = new StringBuilder();
        String query = baseUrl.uri().getRawQuery();
        String text = String.valueOf(baseUrl.uri().getRawPath()) + ' ' + (query == null ? "" : query);
        for (String word : BETWEEN_WORDS.split(text.toLowerCase(Locale.ROOT))) {
            if (!word.isEmpty() && !SAYS_NOTHING.contains(word)) {
                words.append('-').append(word);
            }
        }
        return words.toString();
    }

    private static String plain(String text) {
        String plain = BETWEEN_WORDS.matcher(text).replaceAll("-");
        int start = plain.startsWith("-") ? 1 : 0;
        return plain.length() > start && plain.endsWith("-")
                ? plain.substring(start, plain.length() - 1)
                : plain.substring(start);
    }

    private static String cut(String id) {
        String cut = id.substring(0, Math.min(MOST, id.length()));
        return cut.endsWith("-") ? cut.substring(0, cut.length() - 1) : cut;
    }
}
