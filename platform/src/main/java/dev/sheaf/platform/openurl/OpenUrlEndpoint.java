package dev.sheaf.platform.openurl;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.formats.dublincore.DublinCore.Element;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.openurl.OpenUrlPage.State;
import dev.sheaf.platform.search.IndexState;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FormBody;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.usage.RelatedRecords;
import dev.sheaf.platform.web.Coins;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;

/**
 * {@code /openurl}: leads from a citation to the page of the record that it means (303), to a list when it may mean several, or to a page that
 * says there is none (404). If the request asks for the service type {@value #RELATED}, the records that are read together with the one that is
 * meant are listed, as a page or as JSON. GET and POST, by value. Records of sources that are closed to the client are not found. Thread-safe.
 */
final class OpenUrlEndpoint implements Endpoint {

    private static final int SEE_OTHER = 303;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final String RETRY_SECONDS = "60";
    private static final int TITLE = 300;
    /** Service type: the records that are read together with the referent. */
    static final String RELATED = "info:sheaf/svc:related";
    private static final String JSON = "application/json";
    private static final int CREATORS = 4;

    private final HubStore store;
    private final SearchIndex index;
    private final AccessPolicy access;
    private final CitationSearch search;
    private final Templates templates;
    private final @Nullable RelatedRecords related;

    /** @param related records that are read together; null if this hub does not find them */
    OpenUrlEndpoint(HubContext hub, @Nullable RelatedRecords related) {
        this.related = related;
        this.store = hub.store();
        this.access = hub.access();
        this.index = hub.index();
        this.search = new CitationSearch(index);
        this.templates = new Templates(hub.store().name(), hub.baseUrl());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.OPENURL, this::answer);
        config.routes.post(Routes.OPENURL, this::answer);
    }

    private void answer(Context context) throws Exception {
        // The pool must not wait for a slow form.
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        context.header("X-Robots-Tag", "noindex").header("Cache-Control", "no-cache").header("Vary", "Accept-Language");
        Rendering.run(context, () -> answer(context, arguments));
    }

    private void answer(Context context, OaiArguments arguments) throws IOException {
        Citation citation;
        try {
            citation = CitationReader.read(arguments);
        } catch (CitationReader.TooLargeException _) {
            context.status(BAD_REQUEST);
            show(context, State.TOO_LARGE, List.of(), 0, "");
            return;
        }
        if (citation.isEmpty()) {
            show(context, CitationReader.isByReference(arguments) ? State.BY_REFERENCE : State.NO_CITATION, List.of(), 0, "");
            return;
        }
        Set<String> closed = access.closed(context, store.sourceIds());
        Set<String> apart = store.membership().leftOutOfEverything();
        SearchResult found = search.find(citation, closed, apart);
        RelatedRecords readTogether = arguments.values("svc_id").contains(RELATED) ? related : null;
        if (found.total() == 1 && readTogether != null) {
            showRelated(context, found.hits().getFirst(), readTogether);
            return;
        }
        if (found.total() == 1) {
            context.status(SEE_OTHER).header("Location", templates.site().link(path(found.hits().getFirst())));
            return;
        }
        if (found.total() == 0 && IndexState.isBeingBuilt(store, index)) {
            context.status(UNAVAILABLE).header("Retry-After", RETRY_SECONDS);
            show(context, State.INDEXING, List.of(), 0, "");
            return;
        }
        State state = State.SEVERAL;
        if (found.total() == 0) {
            context.status(NOT_FOUND);
            state = State.NONE;
            found = search.mentions(citation, closed, apart);
        }
        List<OpenUrlPage.Entry> entries = new ArrayList<>();
        found.hits().forEach(hit -> entries.add(entry(hit)));
        show(context, state, entries, found.total(), citation.words());
    }

    private void showRelated(Context context, SearchHit meant, RelatedRecords readTogether) throws IOException {
        List<OpenUrlPage.Entry> entries = new ArrayList<>();
        List<Map<String, Object>> list = new ArrayList<>();
        for (RelatedRecords.Related one : readTogether.of(new ItemKey(meant.source(), meant.identifier()),
                source -> access.admits(context, source))) {
            Optional<StoredRecord> live = store.get(one.item().source(), MetadataPrefix.OAI_DC, one.item().identifier())
                    .filter(stored -> !stored.record().deleted());
            live.ifPresent(stored -> {
                DublinCore dc = DublinCore.readOrEmpty(stored.record().metadata());
                String path = new RecordAddress(stored.source(), MetadataPrefix.OAI_DC, one.item().identifier()).path();
                OpenUrlPage.Entry entry = entry(one.item().identifier(), path, dc.firstText(Element.TITLE),
                        dc.texts(Element.CREATOR),
                        dc.firstText(Element.DATE), dc);
                entries.add(entry);
                Map<String, Object> object = new LinkedHashMap<>();
                object.put("source", one.item().source());
                object.put("identifier", one.item().identifier());
                object.put("title", entry.title());
                object.put("page", templates.site().baseUrl() + path);
                object.put("together", one.together());
                object.put("score", Double.valueOf(one.score()));
                list.add(object);
            });
        }
        context.header("Vary", "Accept, Accept-Language");
        String accept = context.header("Accept");
        if (accept != null && accept.strip().startsWith(JSON)) {
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("source", meant.source());
            answer.put("identifier", meant.identifier());
            answer.put("related", list);
            context.header("X-Content-Type-Options", "nosniff").contentType(JSON)
                    .result(JsonMapper.shared().writeValueAsBytes(answer));
            return;
        }
        String title = meant.title();
        templates.show(context, "openurl.jte", new OpenUrlPage(OpenUrlTexts.preferred(context.header("Accept-Language")),
                State.RELATED, entries, entries.size(), null,
                title == null || title.isBlank() ? meant.identifier() : OneLine.of(title, TITLE)));
    }

    private void show(Context context, State state, List<OpenUrlPage.Entry> entries, long total, String words)
            throws IOException {
        templates.show(context, "openurl.jte", new OpenUrlPage(OpenUrlTexts.preferred(context.header("Accept-Language")), state,
                entries, total,
                words.isEmpty()
                        ? null
                        : templates.site().link(Routes.HOME + "?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8)),
                words));
    }

    private String path(SearchHit hit) {
        List<MetadataPrefix> prefixes = store.prefixes(hit.source(), hit.identifier());
        boolean isDescribed = prefixes.isEmpty() || prefixes.contains(MetadataPrefix.OAI_DC);
        return new RecordAddress(hit.source(), isDescribed ? MetadataPrefix.OAI_DC : prefixes.getFirst(), hit.identifier())
                .path();
    }

    private OpenUrlPage.Entry entry(SearchHit hit) {
        Optional<StoredRecord> described = store.get(hit.source(), MetadataPrefix.OAI_DC, hit.identifier());
        DublinCore dc = described.map(stored -> DublinCore.readOrEmpty(stored.record().metadata())).orElse(DublinCore.EMPTY);
        return entry(hit.identifier(), path(hit), hit.title(), hit.creators(), hit.date(), dc);
    }

    private OpenUrlPage.Entry entry(String identifier, String path, @Nullable String title, List<String> creators,
            @Nullable String date, DublinCore dc) {
        List<String> details = new ArrayList<>();
        creators.stream().limit(CREATORS).map(OneLine::of).forEach(details::add);
        if (date != null) {
            details.add(OneLine.of(date));
        }
        return new OpenUrlPage.Entry(templates.site().link(path),
                title == null || title.isBlank() ? identifier : OneLine.of(title, TITLE),
                String.join("; ", details), Coins.of(dc, identifier, templates.site().baseUrl()));
    }
}
