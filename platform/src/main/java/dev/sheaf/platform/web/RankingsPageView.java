package dev.sheaf.platform.web;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.RankingsPage.Entry;
import dev.sheaf.platform.web.RankingsPage.Ranking;
import dev.sheaf.search.DocumentKey;
import dev.sheaf.search.RankingModel;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;
import dev.sheaf.store.HubStore;

/** The page {@code /rankings}: the first results of a query by each ranking model, side by side. */
final class RankingsPageView {

    private static final int FIRST = 10;

    private final HubStore store;
    private final SearchIndex index;
    private final Templates templates;
    private final AccessPolicy access;
    private final ResultList results;

    RankingsPageView(HubStore store, SearchIndex index, Templates templates, AccessPolicy access) {
        this.store = store;
        this.index = index;
        this.templates = templates;
        this.access = access;
        this.results = new ResultList(store, templates.site());
    }

    void show(Context context) throws IOException {
        SearchParameters asked = SearchParameters.read(context.queryParamMap());
        Set<String> closed = access.closed(context, store.sourceIds());
        context.header("Cache-Control", "no-cache");
        templates.show(context, "rankings.jte", page(asked, SearchParameters.rankings(context.queryParamMap()), closed));
    }

    private RankingsPage page(SearchParameters asked, List<dev.sheaf.search.Ranking> chosen, Set<String> closed) {
        Map<String, String> names = new HashMap<>();
        store.sources().forEach(status -> names.put(status.source().id(), SourceName.of(status.source())));
        Map<dev.sheaf.search.Ranking, SearchResult> found = new LinkedHashMap<>();
        SearchResult first = SearchResult.EMPTY;
        for (RankingModel each : RankingModel.values()) {
            dev.sheaf.search.Ranking model = chosen.stream().filter(one -> one.model() == each).findFirst()
                    .orElseGet(() -> dev.sheaf.search.Ranking.of(each));
            SearchQuery query = new SearchQuery(asked.text(), asked.filters(), model, SortOrder.RELEVANCE, 0, FIRST, Map.of());
            found.put(model, index.search(results.query(asked, query, closed)));
            first = each == RankingModel.BM25 ? found.getOrDefault(model, first) : first;
        }
        Map<DocumentKey, Integer> places = places(first);
        List<Ranking> rankings = new ArrayList<>();
        found.forEach((model, result) -> rankings.add(ranking(model, asked, result, places, names)));
        return new RankingsPage("Rankings of " + asked.text() + " \u2013 " + templates.site().name(), asked.text(),
                Numbers.count(first.total(), "result"), results.scopes(asked, index, Routes.RANKINGS),
                ResultList.scope(asked), templates.site().link(asked.path()), SearchNotes.of(first), rankings);
    }

    private static Map<DocumentKey, Integer> places(SearchResult result) {
        Map<DocumentKey, Integer> places = new HashMap<>();
        for (SearchHit hit : result.hits()) {
            places.put(key(hit), places.size() + 1);
        }
        return places;
    }

    private static DocumentKey key(SearchHit hit) {
        return new DocumentKey(hit.source(), hit.identifier());
    }

    private Ranking ranking(dev.sheaf.search.Ranking model, SearchParameters asked, SearchResult result,
            Map<DocumentKey, Integer> first,
            Map<String, String> names) {
        List<Entry> entries = new ArrayList<>();
        for (SearchHit hit : result.hits()) {
            entries.add(new Entry(results.href(hit), results.title(hit), names.getOrDefault(hit.source(), hit.source()),
                    ResultList.foundIn(hit), String.format(Locale.ROOT, "%.4f", hit.score()),
                    model.model() == RankingModel.BM25 ? "" : elsewhere(first.get(key(hit)), entries.size() + 1)));
        }
        return new Ranking(model.model().text(), ModelLabel.of(model), model.formula(),
                model.model() == RankingModel.BM25 ? "" : note(result, first),
                templates.site().link(asked.ranked(model).path()), entries);
    }

    private static String elsewhere(@Nullable Integer place, int here) {
        if (place == null) {
            return "not among the first " + FIRST + " by BM25";
        }
        return place == here ? "" : "place " + place + " by BM25";
    }

    private static String note(SearchResult result, Map<DocumentKey, Integer> first) {
        long common = result.hits().stream().filter(hit -> first.containsKey(key(hit))).count();
        return common + " of " + result.hits().size() + " are among the first " + FIRST + " by BM25";
    }
}
