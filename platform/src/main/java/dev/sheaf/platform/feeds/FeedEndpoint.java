package dev.sheaf.platform.feeds;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.KnownSets;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RepositoryGoneException;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.search.SearchNotes;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.SearchParameters;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.search.SearchResult;
import dev.sheaf.search.SortOrder;
import dev.sheaf.store.HubStore;

/**
 * {@code /feed.atom}: the newest records of the hub, of a source ({@code ?source=}), of an aggregate ({@code ?aggregate=}), of a set of
 * either ({@code &set=}), or of a search, by the parameters of the search page. A page has {@link #ENTRIES} entries and costs the same for
 * any number of records. Repositories that are closed to the client are refused, and left out of searches. Thread-safe.
 */
final class FeedEndpoint implements Endpoint {

    /** Entries of a page. */
    static final int ENTRIES = 50;
    private static final int LAST_PAGE = SearchQuery.MAX_DEPTH / ENTRIES;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final String ATOM = "application/atom+xml;charset=utf-8";

    private final HubStore store;
    private final SearchIndex index;
    private final AccessPolicy access;
    private final PageCache pages;
    private final String hubUrl;

    FeedEndpoint(HubContext hub) {
        this.store = hub.store();
        this.index = hub.index();
        this.access = hub.access();
        this.pages = hub.portal().pages();
        this.hubUrl = hub.baseUrl();
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.FEED, Rendering.of(this::feed));
    }

    private void feed(Context context) throws IOException {
        // The records have pages of their own, and searches have no end.
        context.header("X-Robots-Tag", "noindex").header("Cache-Control", "no-cache");
        switch (FeedQuestion.read(context.queryParamMap())) {
            case FeedQuestion.OfList list -> list(context, list);
            case FeedQuestion.OfSearch search -> pages.tagged(context, () -> search(context, search.asked()));
            case FeedQuestion.Wrong(String reason) -> PlainText.answer(context, BAD_REQUEST, reason);
        }
    }

    private void list(Context context, FeedQuestion.OfList asked) throws IOException {
        if (access.refuses(context, asked.id())) {
            return;
        }
        if (!access.isOpen(asked.id())) {
            context.header("Cache-Control", "private, no-cache");
            write(context, asked);
        } else if (asked.before() != null) {
            pages.tagged(context, () -> write(context, asked));
        } else {
            pages.answer(context, Routes.FEED + " " + asked, () -> write(context, asked));
        }
    }

    /** Returns true if the feed exists. */
    private boolean write(Context context, FeedQuestion.OfList asked) throws IOException {
        Optional<RecordPage.Records> page = newest(asked);
        if (page.isEmpty()) {
            PlainText.answer(context, NOT_FOUND, "This hub has no source or aggregate '" + asked.id() + "'.");
            return false;
        }
        SetSpec set = asked.set();
        if (set != null && page.get().records().isEmpty() && asked.before() == null) {
            KnownSets known = KnownSets.of(asked.id().equals(Aggregate.EVERYTHING)
                    ? List.of(store.aggregate(hubUrl))
                    : store.repository(asked.id(), hubUrl).stream().toList());
            if (!known.has(set)) {
                PlainText.answer(context, NOT_FOUND, known.lacking("'" + asked.id() + "'", set));
                return false;
            }
        }
        Optional<Source> source = store.source(asked.id());
        boolean isSource = source.isPresent();
        String first = hubUrl + asked.path(isSource);
        AtomWriter feed = new AtomWriter(
                new AtomWriter.Head(first, title(asked.id(), source) + (set == null ? "" : ", set " + set.value()), "",
                        store.name(),
                        address(asked, isSource, asked.before()), list(asked), first, null,
                        page.get().next() == null ? null : address(asked, isSource, page.get().next())));
        page.get().records().forEach(record -> feed.add(entry(asked.id(), isSource, record)));
        send(context, feed);
        return true;
    }

    private String address(FeedQuestion.OfList asked, boolean isSource, @Nullable Position after) {
        return hubUrl + (after == null ? asked.path(isSource) : asked.path(isSource, after));
    }

    private Optional<RecordPage.Records> newest(FeedQuestion.OfList asked) {
        try {
            return store.newest(asked.id(), MetadataPrefix.OAI_DC, asked.set(), asked.before(), ENTRIES);
        } catch (RepositoryGoneException _) {
            return Optional.empty();
        }
    }

    private String title(String id, Optional<Source> source) {
        String name = source.map(Source::name)
                .or(() -> store.aggregates().stream().filter(one -> one.id().equals(id)).findFirst().map(Aggregate::name))
                .orElse(null);
        if (name != null && !name.isBlank()) {
            return name;
        }
        return id.equals(Aggregate.EVERYTHING) ? store.name() : store.name() + ": " + id;
    }

    /** Returns the address of the list for people. */
    private String list(FeedQuestion.OfList asked) {
        return hubUrl + browse(asked.id()) + "?verb=ListRecords&metadataPrefix=oai_dc"
                + (asked.set() == null ? "" : "&set=" + encoded(asked.set().value()));
    }

    private static String browse(String id) {
        return id.equals(Aggregate.EVERYTHING) ? Routes.BROWSE : Routes.browse(id);
    }

    private AtomWriter.Entry entry(String id, boolean isSource, OaiRecord record) {
        String identifier = record.identifier();
        String request = "?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + encoded(identifier);
        // An entry keeps its id when the aggregate shows another source's copy, and when the record is deleted.
        String address = isSource
                ? hubUrl + new RecordAddress(id, MetadataPrefix.OAI_DC, identifier).path()
                : hubUrl + (id.equals(Aggregate.EVERYTHING) ? Routes.OAI : Routes.oai(id)) + request;
        String page = isSource || record.deleted()
                ? address
                : store.shown(id, identifier, MetadataPrefix.OAI_DC)
                        .map(shown -> hubUrl + new RecordAddress(shown.source(), shown.prefix(), shown.identifier()).path())
                        .orElse(hubUrl + browse(id) + request);
        return new AtomWriter.Entry(address, identifier, record.header().datestamp().text(), page, dublinCore(record));
    }

    private static @Nullable DublinCore dublinCore(OaiRecord record) {
        return record.deleted() ? null : DublinCore.readBeginning(record.metadata(), AtomWriter.CHARACTERS);
    }

    private boolean search(Context context, SearchParameters asked) throws IOException {
        SearchParameters newest = asked.sorted(SortOrder.RECENT).page(Math.min(asked.page(), LAST_PAGE));
        Set<String> closed = access.closed(context, store.sourceIds());
        SearchQuery everywhere = new SearchQuery(newest.text(), newest.filters(), newest.model(), SortOrder.RECENT,
                (newest.page() - 1) * ENTRIES, ENTRIES, Map.of());
        SearchResult found = index.search(newest.narrowed(everywhere, closed, store.membership()::leftOutOfEverything));
        boolean more = newest.page() < LAST_PAGE && found.total() > (long) newest.page() * ENTRIES;
        String first = address(newest, 1);
        AtomWriter feed = new AtomWriter(new AtomWriter.Head(first, store.name() + ": " + words(newest),
                found.remarks().stream().map(SearchNotes::text).collect(Collectors.joining(" ")), store.name(),
                address(newest, newest.page()), hubUrl + newest.page(1).path(), first,
                newest.page() > 1 ? address(newest, newest.page() - 1) : null, more ? address(newest, newest.page() + 1) : null));
        for (SearchHit hit : found.hits()) {
            // Between the search and now, a record may have gone.
            store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier()).filter(stored -> !stored.record().deleted())
                    .ifPresent(stored -> feed.add(entry(stored)));
        }
        send(context, feed);
        return false;
    }

    private static String words(SearchParameters asked) {
        StringBuilder words = new StringBuilder(asked.text());
        asked.filters().forEach(filter -> words.append(words.isEmpty() ? "" : ", ").append(filter.facet().text()).append(' ')
                .append(filter.value()));
        return words.toString();
    }

    private AtomWriter.Entry entry(StoredRecord stored) {
        String address = hubUrl + new RecordAddress(stored.source(), stored.prefix(), stored.record().identifier()).path();
        return new AtomWriter.Entry(address, stored.record().identifier(), stored.record().header().datestamp().text(), address,
                dublinCore(stored.record()));
    }

    private String address(SearchParameters asked, int page) {
        // A feed has one order.
        return hubUrl + asked.sorted(null).page(page).path(Routes.FEED);
    }

    private static void send(Context context, AtomWriter feed) throws IOException {
        byte[] document = feed.document();
        CodedBody.write(context, ATOM, out -> out.write(document));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
