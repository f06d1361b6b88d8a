package dev.sheaf.platform.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.search.IndexState;
import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.web.SearchPage.Choice;
import dev.sheaf.platform.web.SearchPage.Link;
import dev.sheaf.platform.web.SearchPage.SourceSummary;
import dev.sheaf.platform.web.SearchPage.State;
import dev.sheaf.search.Facet;
import dev.sheaf.search.FacetCounts;
import dev.sheaf.search.Filter;
import dev.sheaf.search.Ranking;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;
import dev.sheaf.store.HubStore;

/** The page {@code /}: search box, results and facets, and on the front page the sources of the hub. */
final class SearchPageView {

    private static final int FACET_VALUES = 8;
    private static final int FACET_VALUES_EXPANDED = 100;
    /** Number of links to pages before and after the current one. */
    private static final int PAGES_AROUND = 2;
    private static final int MOST_SOURCES = 12;
    /** Attribute of a request with the answers of other catalogues. */
    private static final String LIVE = "sheaf.search.live";
    private static final int LATEST_RECORDS = 8;

    private final HubStore store;
    private final SearchIndex index;
    private final Templates templates;
    private final AccessPolicy access;
    private final ResultList results;
    private final PageCache pages;
    private volatile @Nullable LiveSources others;

    SearchPageView(HubStore store, SearchIndex index, Templates templates, AccessPolicy access, PageCache pages) {
        this.pages = pages;
        this.store = store;
        this.index = index;
        this.templates = templates;
        this.access = access;
        this.results = new ResultList(store, templates.site());
    }

    /** Makes searches also ask other catalogues. */
    void alsoAsk(LiveSources sources) {
        others = sources;
    }

    /** Asks other catalogues for the first page of a search without filters; waits for their answers. */
    void askOthers(Context context) {
        LiveSources sources = others;
        SearchParameters asked = SearchParameters.read(context.queryParamMap());
        if (sources != null && !asked.text().isEmpty() && asked.page() == 1 && asked.filters().isEmpty()) {
            context.attribute(LIVE, sources.search(asked.text(), Rendering.client(context)));
        }
    }

    void show(Context context) throws IOException {
        SearchParameters asked = SearchParameters.read(context.queryParamMap());
        List<String> ids = store.sourceIds();
        Set<String> closed = access.closed(context, ids);
        boolean isPlain = SearchParameters.leftOut(context.queryParamMap()).isEmpty();
        if (isPlain && asked.isFirstPageOfAList() && ids.stream().allMatch(access::isOpen)) {
            // The index follows the store with a delay.
            pages.answer(context, asked.path() + " " + index.position(), () -> {
                show(context, asked, closed);
                return true;
            });
        } else {
            pages.tagged(context, () -> {
                show(context, asked, closed);
                return false;
            });
        }
    }

    private void show(Context context, SearchParameters asked, Set<String> closed) throws IOException {
        List<SourceStatus> sources = store.sources();
        SearchResult found = index.search(results.query(asked, everywhere(asked), closed));
        context.header("Cache-Control", "no-cache");
        LiveSources.Answer answered = context.attribute(LIVE);
        LiveSources.Answer live = answered == null ? LiveSources.Answer.NONE : answered;
        templates.show(context, "search.jte", page(asked, found, notes(context, found), live, closed,
                sources.stream().filter(status -> !closed.contains(status.source().id())).toList()));
    }

    private static List<String> notes(Context context, SearchResult found) {
        List<String> notes = new ArrayList<>(SearchParameters.leftOut(context.queryParamMap()));
        notes.addAll(SearchNotes.of(found));
        return notes;
    }

    private static SearchQuery everywhere(SearchParameters asked) {
        Map<Facet, Integer> facets = new EnumMap<>(Facet.class);
        for (Facet facet : Facet.values()) {
            facets.put(facet, facet == asked.expanded() ? FACET_VALUES_EXPANDED : FACET_VALUES);
        }
        return new SearchQuery(asked.text(), asked.filters(), asked.model(), asked.order(),
                (asked.page() - 1) * SearchParameters.PAGE_SIZE, asked.start() ? LATEST_RECORDS : SearchParameters.PAGE_SIZE,
                facets);
    }

    private SearchPage page(SearchParameters asked, SearchResult found, List<String> notes, LiveSources.Answer live,
            Set<String> closed, List<SourceStatus> sources) {
        Map<String, String> names = new LinkedHashMap<>();
        sources.forEach(status -> names.put(status.source().id(), SourceName.of(status.source())));
        // Readers come for records of libraries; what the hub makes about its own work is found by its filter.
        List<SourceStatus> shown = sources.stream().filter(status -> status.source().kind() != Source.Kind.GENERATED).toList();
        long total = found.total();
        return new SearchPage(title(asked, total), heading(asked, shown), asked.text(), asked.start(),
                live.hits().isEmpty() ? state(asked, total, sources) : State.RESULTS, total,
                summary(asked, found) + others(live), results.of(asked, found, names, live), facets(asked, found, names),
                chosen(asked, names),
                asked.filters().isEmpty() ? null : link(asked.withoutFilters()), orders(asked),
                asked.start() ? List.of() : pages(asked, total),
                total > SearchQuery.MAX_DEPTH && asked.page() == SearchParameters.LAST_PAGE,
                asked.start() ? summaries(shown) : List.of(), suggestion(asked, closed, total),
                asked.start() && shown.size() > MOST_SOURCES
                        ? new Link("All " + Numbers.count(shown.size(), "source"),
                                link(asked.expanding(Facet.SOURCE)) + "#facet-source", false, "")
                        : null,
                asked.start() ? List.of() : results.scopes(asked, index, Routes.HOME), ResultList.scope(asked),
                asked.text().isEmpty() || total < 2 ? null : templates.site().link(asked.path(Routes.RANKINGS)),
                notes,
                live.troubles().stream().map(trouble -> trouble.origin() + " " + OneLine.sentence(trouble.reason())).toList(),
                templates.site().link(asked.feed()));
    }

    /** Returns the largest sources, sorted by name. */
    private List<SourceSummary> summaries(List<SourceStatus> sources) {
        return sources.stream().sorted(Comparator.comparingLong(SourceStatus::records).reversed()).limit(MOST_SOURCES)
                .sorted(Comparator.comparing(status -> SourceName.of(status.source()), String.CASE_INSENSITIVE_ORDER))
                .map(this::summary).toList();
    }

    private State state(SearchParameters asked, long total, List<SourceStatus> sources) {
        if (total > 0) {
            return State.RESULTS;
        }
        boolean records = sources.stream().anyMatch(status -> status.records() > 0);
        if (records && IndexState.isBeingBuilt(store, index)) {
            return State.INDEXING;
        }
        return records || !asked.start() ? State.NO_HITS : State.NO_RECORDS;
    }

    private String title(SearchParameters asked, long total) {
        if (asked.start()) {
            return templates.site().name() + ": search";
        }
        String page = asked.page() > 1 ? ", page " + asked.page() : "";
        return (asked.text().isEmpty() ? "All records" : asked.text()) + " (" + Numbers.count(total, "result") + page
                + ") \u2013 " + templates.site().name();
    }

    private static String heading(SearchParameters asked, List<SourceStatus> sources) {
        if (asked.start()) {
            long records = sources.stream().mapToLong(SourceStatus::records).sum();
            return records == 0
                    ? "Search"
                    : "Search " + Numbers.count(records, "record") + " from " + Numbers.count(sources.size(), "source");
        }
        return asked.text().isEmpty() ? "All records" : "Results for \u201c" + asked.text() + "\u201d";
    }

    private static String others(LiveSources.Answer live) {
        return live.hits().isEmpty() ? "" : ", and " + live.hits().size() + " from other catalogues";
    }

    private static String summary(SearchParameters asked, SearchResult found) {
        if (found.hits().isEmpty()) {
            return Numbers.count(found.total(), "result");
        }
        long first = (asked.page() - 1L) * SearchParameters.PAGE_SIZE + 1;
        long last = first + found.hits().size() - 1;
        return first == 1 && last == found.total()
                ? Numbers.count(found.total(), "result")
                : Numbers.format(first) + "\u2013" + Numbers.format(last) + " of " + Numbers.count(found.total(), "result");
    }

    private List<Choice> facets(SearchParameters asked, SearchResult found, Map<String, String> names) {
        return found.facets().stream().filter(counts -> !counts.values().isEmpty()).map(counts -> choice(asked, counts, names))
                .toList();
    }

    private Choice choice(SearchParameters asked, FacetCounts counts, Map<String, String> names) {
        Facet facet = counts.facet();
        List<FacetCounts.Value> values = new ArrayList<>(counts.values());
        if (facet == Facet.YEAR) {
            values.sort(Comparator.comparing(FacetCounts.Value::value).reversed());
        }
        List<Link> links = values.stream().map(value -> {
            Filter filter = new Filter(facet, value.value());
            boolean chosen = asked.filters().contains(filter);
            return new Link(label(filter, names), link(chosen ? asked.without(filter) : asked.with(filter)), chosen,
                    Numbers.format(value.count()));
        }).toList();
        Link more = null;
        if (facet == asked.expanded()) {
            more = new Link("Show fewer", link(asked.expanding(null)), false, "");
        } else if (counts.distinct() > values.size()) {
            more = new Link("Show more", link(asked.expanding(facet)), false, " (" + Numbers.format(counts.distinct()) + ")");
        }
        return new Choice(facet.text(), FacetLabel.of(facet), links, more);
    }

    private static String label(Filter filter, Map<String, String> names) {
        return switch (filter.facet()) {
            case SOURCE -> names.getOrDefault(filter.value(), filter.value());
            case LANGUAGE -> languageName(filter.value());
            case TYPE, YEAR, SUBJECT -> filter.value();
        };
    }

    /** Returns the name of a language with its code; the code alone if it is unknown. */
    private static String languageName(String code) {
        if (code.length() > 3) {
            return code;
        }
        String name = Locale.of(code).getDisplayLanguage(Locale.ENGLISH);
        return name.equalsIgnoreCase(code) ? code : name + " (" + code + ")";
    }

    private @Nullable Link suggestion(SearchParameters asked, Set<String> closed, long total) {
        return index.suggestion(results.query(asked, everywhere(asked), closed), total)
                .map(better -> new Link(better.text(), link(asked.asking(better.text())), false,
                        Numbers.count(better.total(), "result")))
                .orElse(null);
    }

    private List<Link> chosen(SearchParameters asked, Map<String, String> names) {
        return asked.filters().stream().map(filter -> new Link(FacetLabel.of(filter.facet()) + ": " + label(filter, names),
                link(asked.without(filter)), true, "")).toList();
    }

    private List<Link> orders(SearchParameters asked) {
        List<Link> orders = new ArrayList<>();
        for (SortOrder order : SortOrder.values()) {
            if (order == SortOrder.RELEVANCE && asked.text().isEmpty()) {
                continue;
            }
            String label = switch (order) {
                case RELEVANCE -> asked.model().equals(Ranking.BM25)
                        ? "Best match"
                        : "Best match by " + ModelLabel.of(asked.model());
                case RECENT -> "Last changed";
                case NEWEST -> "Newest";
                case OLDEST -> "Oldest";
                case TITLE -> "Title";
            };
            orders.add(new Link(label, link(asked.sorted(order)), order == asked.order(), ""));
        }
        return orders;
    }

    private List<Link> pages(SearchParameters asked, long total) {
        int last = (int) Math.min(SearchParameters.LAST_PAGE,
                (total + SearchParameters.PAGE_SIZE - 1) / SearchParameters.PAGE_SIZE);
        List<Link> pages = new ArrayList<>();
        if (last <= 1 && asked.page() == 1) {
            return pages;
        }
        if (asked.page() > 1) {
            pages.add(new Link("Previous", link(asked.page(Math.min(asked.page() - 1, Math.max(1, last)))), false, "prev"));
        }
        int shown = 0;
        for (int page = 1; page <= last; page++) {
            if (page == 1 || page == last || Math.abs(page - asked.page()) <= PAGES_AROUND) {
                if (page > shown + 1) {
                    pages.add(new Link("\u2026", "", false, "gap"));
                }
                pages.add(new Link(Numbers.format(page), link(asked.page(page)), page == asked.page(), ""));
                shown = page;
            }
        }
        if (asked.page() < last) {
            pages.add(new Link("Next", link(asked.page(asked.page() + 1)), false, "next"));
        }
        return pages;
    }

    private SourceSummary summary(SourceStatus status) {
        String id = status.source().id();
        return new SourceSummary(SourceName.of(status.source()), id, link(SearchParameters.ofSource(id)),
                templates.site().link(Routes.browse(id)),
                Numbers.count(status.records(), "record"), SourceName.status(status),
                SourceName.isTroubled(status),
                Times.format(status.lastRun()), status.lastRun() == null ? null : status.lastRun().toString());
    }

    private String link(SearchParameters parameters) {
        return templates.site().link(parameters.path());
    }
}
