package dev.sheaf.platform.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.formats.dublincore.DublinCore.Value;
import dev.sheaf.platform.search.RecordTitle;
import dev.sheaf.platform.search.RecordVocabulary;
import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.platform.web.SearchPage.Link;
import dev.sheaf.platform.web.SearchPage.Result;
import dev.sheaf.search.FoundIn;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SearchScope;
import dev.sheaf.search.lucene.Excerpts;
import dev.sheaf.store.HubStore;

/** Results of a search for pages. Thread-safe. */
final class ResultList {

    private static final int MOST_CREATORS = 4;

    private final HubStore store;
    private final Site site;

    ResultList(HubStore store, Site site) {
        this.store = store;
        this.site = site;
    }

    /**
     * Returns the query of a page. It finds one copy of each record, as the aggregate of everything does; within one source it finds all
     * records.
     *
     * @param closed ids of sources that this client may not see
     */
    SearchQuery query(SearchParameters asked, SearchQuery everywhere, Set<String> closed) {
        return asked.narrowed(everywhere, closed, store.membership()::leftOutOfEverything);
    }

    /**
     * Returns links to the scopes of the search; none if the hub has no full texts.
     *
     * @param route path of the page
     */
    List<Link> scopes(SearchParameters asked, SearchIndex index, String route) {
        return !index.hasFullTexts() && asked.scope() == SearchScope.BOTH
                ? List.of()
                : Arrays.stream(SearchScope.values()).map(scope -> new Link(ScopeLabel.of(scope),
                        site.link(asked.in(scope).path(route)), scope == asked.scope(), "")).toList();
    }

    /** Returns the value of the parameter of the scope; null for the default. */
    static @Nullable String scope(SearchParameters asked) {
        return asked.scope() == SearchScope.BOTH ? null : asked.scope().text();
    }

    /** Returns the hits of a result for display, those of other catalogues after those of the hub. */
    List<Result> of(SearchParameters asked, SearchResult found, Map<String, String> names, LiveSources.Answer live) {
        Excerpts excerpts = Excerpts.of(asked.text(), RecordVocabulary.INSTANCE);
        return Stream.concat(found.hits().stream().map(hit -> result(hit, excerpts, names)),
                live.hits().stream().map(ResultList::result)).toList();
    }

    private static Result result(LiveSources.Hit hit) {
        String date = hit.date();
        return new Result(hit.href(), hit.title(), null, byline(hit.creators()), date == null ? "" : date, List.of(), null,
                "Live from " + hit.origin(), hit.identifier(), null, "");
    }

    /** Returns the link to the page of a hit's record, from the root of the server. */
    String href(SearchHit hit) {
        return href(hit, store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier()).isPresent());
    }

    /** Returns the link to a hit's page. An item that only a combined record describes has a page in that format. */
    private String href(SearchHit hit, boolean isDescribed) {
        List<MetadataPrefix> prefixes = isDescribed ? List.of() : store.prefixes(hit.source(), hit.identifier());
        return site.link(new RecordAddress(hit.source(), prefixes.isEmpty() ? MetadataPrefix.OAI_DC : prefixes.getFirst(),
                hit.identifier()).path());
    }

    /** Returns a hit with the text of its record, which the index does not contain. */
    private Result result(SearchHit hit, Excerpts excerpts, Map<String, String> names) {
        Optional<StoredRecord> described = store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier());
        DublinCore dc = described.map(stored -> DublinCore.readOrEmpty(stored.record().metadata())).orElse(DublinCore.EMPTY);
        Value title = dc.first(Element.TITLE).orElse(null);
        Value description = dc.first(Element.DESCRIPTION).orElse(null);
        return new Result(href(hit, described.isPresent()), title(hit, dc),
                title == null ? null : LanguageTag.of(title.language()),
                OneLine.of(byline(hit.creators())), OneLine.of(details(hit, dc)),
                description == null ? List.of() : excerpts.from(description.text()),
                description == null ? null : LanguageTag.of(description.language()),
                names.getOrDefault(hit.source(), hit.source()), hit.identifier(), foundIn(hit),
                Coins.of(dc, hit.identifier(), site.baseUrl()));
    }

    /** Returns the title of a hit, or what stands for it. */
    String title(SearchHit hit) {
        return title(hit, hit.title() != null
                ? DublinCore.EMPTY
                : store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier())
                        .map(stored -> DublinCore.readOrEmpty(stored.record().metadata())).orElse(DublinCore.EMPTY));
    }

    private static String title(SearchHit hit, DublinCore dc) {
        String title = dc.firstText(Element.TITLE);
        return OneLine.of(RecordTitle.of(title == null ? hit.title() : title, dc, hit.identifier()));
    }

    /** Returns the parts of the item that contain the words; null for the default. */
    static @Nullable String foundIn(SearchHit hit) {
        FoundIn place = hit.foundIn();
        if (place == null) {
            return null;
        }
        String found = switch (place) {
            case DESCRIPTION -> "Found in the description";
            case FULLTEXT -> "Found in the full text";
            case BOTH -> "Found in description and full text";
        };
        String words = SearchNotes.words(hit);
        if (!words.isEmpty()) {
            return found + (place == FoundIn.BOTH ? "; in the full text: " : ": ") + OneLine.of(words);
        }
        return hit.unranked() ? found + ", whose word counts are unknown" : found;
    }

    private static String byline(List<String> creators) {
        String shown = String.join("; ", creators.subList(0, Math.min(MOST_CREATORS, creators.size())));
        return creators.size() <= MOST_CREATORS ? shown : shown + " and " + (creators.size() - MOST_CREATORS) + " more";
    }

    private static String details(SearchHit hit, DublinCore dc) {
        List<String> details = new ArrayList<>();
        if (hit.date() != null) {
            details.add(OneLine.of(hit.date()));
        }
        dc.texts(Element.TYPE).stream().limit(1).map(OneLine::of).forEach(details::add);
        dc.texts(Element.PUBLISHER).stream().limit(1).map(OneLine::of).forEach(details::add);
        return String.join(" \u00b7 ", details);
    }
}
