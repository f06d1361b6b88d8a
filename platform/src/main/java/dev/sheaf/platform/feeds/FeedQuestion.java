package dev.sheaf.platform.feeds;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.SearchParameters;
import dev.sheaf.search.Facet;

/** Content of a feed as its address names it. */
sealed interface FeedQuestion {

    /**
     * A list of a source or aggregate.
     *
     * @param id of the source or aggregate; {@link Aggregate#EVERYTHING} for that of everything
     * @param set the set wanted, with its descendants; null for all records
     * @param before position of the last entry of the page before; null for the first page
     */
    record OfList(String id, @Nullable SetSpec set, @Nullable Position before) implements FeedQuestion {

        /** Returns the address of the first page, from the root of the hub. */
        String path(boolean isSource) {
            StringBuilder path = new StringBuilder(Routes.FEED);
            if (!id.equals(Aggregate.EVERYTHING)) {
                path.append(isSource ? "?source=" : "?aggregate=").append(encoded(id));
            }
            if (set != null) {
                path.append(path.indexOf("?") < 0 ? '?' : '&').append("set=").append(encoded(set.value()));
            }
            return path.toString();
        }

        /** Returns the address of the page after a position, from the root of the hub. */
        String path(boolean isSource, Position after) {
            String path = path(isSource);
            return path + (path.indexOf('?') < 0 ? '?' : '&') + "before=" + after.datestamp() + "-" + after.seq();
        }
    }

    /**
     * A search.
     *
     * @param asked parameters of the search page
     */
    record OfSearch(SearchParameters asked) implements FeedQuestion {}

    /**
     * An address that names no feed.
     *
     * @param reason what is wrong, for people
     */
    record Wrong(String reason) implements FeedQuestion {}

    /** Form of a position in an address. */
    Pattern POSITION = Pattern.compile("(-?[0-9]{1,12})-([0-9]{1,18})");

    /** Reads the parameters of an address. */
    static FeedQuestion read(Map<String, List<String>> query) {
        SearchParameters asked = SearchParameters.read(query);
        String aggregate = first(query, "aggregate");
        String set = first(query, "set");
        String before = first(query, "before");
        boolean isSearch = !asked.text().isEmpty() || asked.filters().size() > 1
                || asked.filters().size() == 1 && asked.filters().getFirst().facet() != Facet.SOURCE;
        if (isSearch) {
            return aggregate.isEmpty() && set.isEmpty() && before.isEmpty()
                    ? new OfSearch(asked)
                    : new Wrong("A feed of a search has neither aggregate nor set nor before. Its pages are counted by page.");
        }
        String source = asked.filters().isEmpty() ? "" : asked.filters().getFirst().value();
        if (!source.isEmpty() && !aggregate.isEmpty()) {
            return new Wrong("A feed is that of a source or that of an aggregate, not of both.");
        }
        Matcher position = POSITION.matcher(before);
        if (!before.isEmpty() && !position.matches()) {
            return new Wrong("The value of before must be one from a link of a feed to its next page.");
        }
        String id = source.isEmpty() ? aggregate : source;
        return new OfList(id.isEmpty() ? Aggregate.EVERYTHING : id, set.isEmpty() ? null : new SetSpec(set), before.isEmpty()
                ? null
                : new Position(Long.parseLong(position.group(1)), Long.parseLong(position.group(2))));
    }

    private static String first(Map<String, List<String>> query, String name) {
        List<String> values = query.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst().strip();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
