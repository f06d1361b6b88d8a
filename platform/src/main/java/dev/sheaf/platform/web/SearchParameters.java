package dev.sheaf.platform.web;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OneLine;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.search.Facet;
import dev.sheaf.search.Filter;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.SortOrder;

/**
 * Parameters in the address of a search page. Every state of the page has an address, so each can be linked and bookmarked.
 *
 * @param text text in the search box; may be empty
 * @param filters chosen filters
 * @param chosenOrder null for the default
 * @param page number from 1
 * @param expanded the facet with many displayed values; null for none
 * @param start true for the front page, which has no query at all
 * @param scope scope of the search
 * @param model ranking model
 */
public record SearchParameters(String text, List<Filter> filters, @Nullable SortOrder chosenOrder, int page,
        @Nullable Facet expanded,
        boolean start, SearchScope scope, Ranking model) {

    private static final Pattern SOURCE_IN_TEXT = Pattern.compile("(?i)\\bsource:");

    static final int PAGE_SIZE = 20;
    static final int LAST_PAGE = SearchQuery.MAX_DEPTH / PAGE_SIZE;
    private static final int MOST_FILTERS = Limit.FILTERS.count();
    private static final int LONGEST_NOTED = 40;
    /** Twice as much as a search reads, so that it sees what it has to leave out and says so. */
    private static final int LONGEST_TEXT = 2 * Limit.QUERY.count();

    /** Copies the filters. */
    public SearchParameters {
        filters = List.copyOf(filters);
    }

    /** Reads a query string; invalid values are left out. */
    public static SearchParameters read(Map<String, List<String>> query) {
        List<Filter> filters = new ArrayList<>();
        for (Facet facet : Facet.values()) {
            for (String value : query.getOrDefault(facet.text(), List.of())) {
                Filter filter = new Filter(facet, value);
                if (!value.isBlank() && filters.size() < MOST_FILTERS && !filters.contains(filter)) {
                    filters.add(filter);
                }
            }
        }
        String text = first(query, "q").strip();
        return new SearchParameters(text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text, List.copyOf(filters),
                SortOrder.fromText(first(query, "sort")).orElse(null), page(first(query, "page")),
                Facet.fromText(first(query, "more")).orElse(null), !query.containsKey("q") && filters.isEmpty()
                        && !query.containsKey("sort") && !query.containsKey("page"),
                SearchScope.fromText(first(query, "in")).orElse(SearchScope.BOTH),
                rankings(query).stream().findFirst().orElse(Ranking.BM25));
    }

    /** Returns a sentence for each value of a query string that names nothing, so that {@link #read} leaves it out. */
    static List<String> leftOut(Map<String, List<String>> query) {
        List<String> notes = new ArrayList<>();
        note(notes, query, "sort", text -> SortOrder.fromText(text).isPresent(),
                Arrays.stream(SortOrder.values()).map(SortOrder::text).toList());
        note(notes, query, "in", text -> SearchScope.fromText(text).isPresent(),
                Arrays.stream(SearchScope.values()).map(SearchScope::text).toList());
        note(notes, query, "more", text -> Facet.fromText(text).isPresent(),
                Arrays.stream(Facet.values()).map(Facet::text).toList());
        note(notes, query, "model", text -> !rankings(Map.of("model", List.of(text))).isEmpty(),
                Arrays.stream(RankingModel.values()).map(RankingModel::text).toList());
        note(notes, query, "page", text -> text.matches("\\d{1,9}"), List.of());
        return notes;
    }

    private static void note(List<String> notes, Map<String, List<String>> query, String parameter, Predicate<String> isKnown,
            List<String> known) {
        query.getOrDefault(parameter, List.of()).stream().filter(text -> !text.isBlank() && !isKnown.test(text)).limit(1)
                .map(text -> known.isEmpty()
                        ? "'" + OneLine.of(text, LONGEST_NOTED) + "' is no number of a page, so it was ignored."
                        : "There is no '" + parameter + "=" + OneLine.of(text, LONGEST_NOTED) + "', so it was ignored. Values: "
                                + String.join(", ", known) + ".")
                .forEach(notes::add);
    }

    /** Returns the rankings that a query string names; invalid ones are left out. */
    static List<Ranking> rankings(Map<String, List<String>> query) {
        List<Ranking> rankings = new ArrayList<>();
        for (String text : query.getOrDefault("model", List.of())) {
            try {
                rankings.add(Ranking.parse(text));
            } catch (IllegalArgumentException _) {
                // As other values that are no values.
            }
        }
        return rankings;
    }

    private static String first(Map<String, List<String>> query, String name) {
        List<String> values = query.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.getFirst();
    }

    private static int page(String text) {
        try {
            return Math.clamp(Integer.parseInt(text), 1, LAST_PAGE);
        } catch (NumberFormatException _) {
            return 1;
        }
    }

    /** Returns the effective order: by relevance if there is a query, otherwise the latest record first. */
    public SortOrder order() {
        if (chosenOrder != null) {
            return chosenOrder;
        }
        return text.isEmpty() ? SortOrder.RECENT : SortOrder.RELEVANCE;
    }

    /**
     * Returns a query narrowed to what a client may see. It finds one copy of each record, as the aggregate of everything does; within one
     * source it finds all records.
     *
     * @param everywhere the query in all sources, with the text and the filters of these parameters
     * @param closed ids of sources that the client may not see
     * @param leftOut returns the ids of sources that the aggregate of everything leaves out
     */
    public SearchQuery narrowed(SearchQuery everywhere, Set<String> closed, Supplier<Set<String>> leftOut) {
        boolean ofSource = filters.stream().anyMatch(filter -> filter.facet() == Facet.SOURCE)
                || SOURCE_IN_TEXT.matcher(text).find();
        SearchQuery query = everywhere.in(scope).without(closed);
        return ofSource ? query : query.oneCopyEach(leftOut.get());
    }

    /** Returns true for the first page of all records, or of those of one source, in the usual form: the pages to which others of the hub link. */
    boolean isFirstPageOfAList() {
        return !start && text.isEmpty() && page == 1 && chosenOrder == null && expanded == null && scope == SearchScope.BOTH
                && model.equals(Ranking.BM25)
                && (filters.isEmpty() || filters.size() == 1 && filters.getFirst().facet() == Facet.SOURCE);
    }

    /** Returns all records of a source. */
    public static SearchParameters ofSource(String source) {
        return new SearchParameters("", List.of(new Filter(Facet.SOURCE, source)), null, 1, null, false, SearchScope.BOTH,
                Ranking.BM25);
    }

    /** Returns a copy with other filters, from its first page. */
    private SearchParameters narrowed(List<Filter> others) {
        return new SearchParameters(text, List.copyOf(others), chosenOrder, 1, null, false, scope, model);
    }

    SearchParameters with(Filter filter) {
        List<Filter> more = new ArrayList<>(filters);
        more.add(filter);
        return narrowed(more);
    }

    SearchParameters without(Filter filter) {
        return narrowed(filters.stream().filter(other -> !other.equals(filter)).toList());
    }

    SearchParameters withoutFilters() {
        return narrowed(List.of());
    }

    /** Returns a copy with another text, from its first page. */
    SearchParameters asking(String other) {
        return new SearchParameters(other, filters, chosenOrder, 1, null, false, scope, model);
    }

    /** Returns a copy in another order, from its first page; null for the default order. */
    public SearchParameters sorted(@Nullable SortOrder order) {
        return new SearchParameters(text, filters, order, 1, expanded, false, scope, model);
    }

    /** Returns a copy with another scope, from its first page. */
    SearchParameters in(SearchScope other) {
        return new SearchParameters(text, filters, chosenOrder, 1, null, false, other, model);
    }

    /** Returns a copy ranked by another model, from its first page. */
    SearchParameters ranked(Ranking other) {
        return new SearchParameters(text, filters, null, 1, null, false, scope, other);
    }

    /** Returns a copy of another page, counted from 1. */
    public SearchParameters page(int number) {
        return new SearchParameters(text, filters, chosenOrder, number, expanded, false, scope, model);
    }

    SearchParameters expanding(@Nullable Facet facet) {
        return new SearchParameters(text, filters, chosenOrder, page, facet, false, scope, model);
    }

    /** Returns the address of the Atom feed of the same search, from the root of the hub. */
    String feed() {
        return text.isEmpty() && filters.isEmpty()
                ? Routes.FEED
                : new SearchParameters(text, filters, null, 1, null, false, scope, model).path(Routes.FEED);
    }

    /** Returns the address, from the root of the hub. */
    public String path() {
        return path(Routes.HOME);
    }

    /** Returns the address of the same search on another page, from the root of the hub. */
    public String path(String route) {
        StringBuilder path = new StringBuilder(route);
        if (!text.isEmpty() || filters.isEmpty()) {
            add(path, "q", text);
        }
        filters.forEach(filter -> add(path, filter.facet().text(), filter.value()));
        if (scope != SearchScope.BOTH) {
            add(path, "in", scope.text());
        }
        if (!model.equals(Ranking.BM25)) {
            add(path, "model", model.text());
        }
        if (chosenOrder != null) {
            add(path, "sort", chosenOrder.text());
        }
        if (expanded != null) {
            add(path, "more", expanded.text());
        }
        if (page > 1) {
            add(path, "page", Integer.toString(page));
        }
        return path.toString();
    }

    private static void add(StringBuilder path, String name, String value) {
        path.append(path.indexOf("?") < 0 ? '?' : '&').append(name).append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
}
