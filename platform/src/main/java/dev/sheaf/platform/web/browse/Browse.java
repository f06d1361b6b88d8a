package dev.sheaf.platform.web.browse;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.NotFoundResponse;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.store.HubStore;

/**
 * Pages of repositories for people: {@code /browse} for everything, {@code /browse/{id}} for one source or aggregate, with the arguments of
 * the protocol. Thread-safe.
 */
public final class Browse implements Endpoint {

    /** Largest number of records on a page. The tokens are those of the protocol. */
    private static final int RECORDS = 50;
    private static final int HEADERS = 200;
    private static final int SETS = 200;

    private final ServedRepositories repositories;
    private final HubStore store;
    private final AccessPolicy access;
    private final Templates templates;
    private final PageCache pages;

    /**
     * Creates the pages. They answer as soon as they are added to a server.
     *
     * @param repositories repositories to show
     * @param store store of the records, which determines the pages in the portal
     */
    public Browse(ServedRepositories repositories, HubStore store) {
        this(repositories, store, AccessPolicy.OPEN, PageCache.fittingMemory(store, InstantSource.system()));
    }

    /**
     * Creates the pages with access rules.
     *
     * @param repositories repositories to show
     * @param store store of the records, which determines the pages in the portal
     * @param access access rules of sources and aggregates
     * @param pages kept pages
     */
    public Browse(ServedRepositories repositories, HubStore store, AccessPolicy access, PageCache pages) {
        this.pages = pages;
        this.repositories = repositories.withPages(RECORDS, HEADERS, SETS);
        this.store = store;
        this.access = access;
        this.templates = new Templates(store.name(), repositories.hubUrl());
    }

    @Override
    public void register(JavalinConfig config) {
        page(config.routes, Routes.BROWSE, context -> {
            if (!access.refuses(context, Aggregate.EVERYTHING)) {
                show(context, repositories.everything(), "");
            }
        });
        page(config.routes, Routes.BROWSE_ONE, context -> {
            String id = context.pathParam("id");
            DataProvider provider = repositories.byId(id).orElseThrow(NotFoundResponse::new);
            if (!access.refuses(context, id)) {
                show(context, provider, id);
            }
        });
    }

    private static void page(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, Rendering.of(handler));
        routes.head(path, Rendering.of(handler));
    }

    private void show(Context context, DataProvider provider, String id) throws IOException {
        BrowseRequest asked = BrowseRequest.read(context.queryString(), provider);
        if (asked.isFirstPageOfAList() && access.isOpen(id.isEmpty() ? Aggregate.EVERYTHING : id)) {
            pages.answer(context, Routes.BROWSE + " " + id + " " + asked.effective(), () -> {
                show(context, provider, id, asked);
                return true;
            });
        } else {
            pages.tagged(context, () -> {
                show(context, provider, id, asked);
                return false;
            });
        }
    }

    private void show(Context context, DataProvider provider, String id, BrowseRequest asked) throws IOException {
        BrowseLinks links = new BrowseLinks(templates.site(), id, id.isEmpty() || store.source(id).isEmpty());
        BrowsePage page = page(provider, asked, links);
        context.status(page.status());
        context.header("Cache-Control", "no-cache");
        templates.show(context, page.template(), page);
    }

    private BrowsePage page(DataProvider provider, BrowseRequest asked, BrowseLinks links) {
        OaiResponse.Answer answer = provider.answer(asked.arguments()).answer();
        BrowseFrame frame = BrowseFrame.of(answer, asked, provider, links);
        return switch (answer) {
            case OaiResponse.Errors errors -> ErrorsPage.of(errors, frame);
            case OaiResponse.Identify identify -> IdentifyPage.of(identify, frame);
            case OaiResponse.ListMetadataFormats formats -> FormatsPage.of(formats, asked, frame, links);
            case OaiResponse.ListIndexFormats _ -> throw new IllegalStateException("no answer of plain OAI-PMH");
            case OaiResponse.ListSets sets -> SetsPage.of(sets, frame, links);
            case OaiResponse.ListIdentifiers headers -> IdentifiersPage.of(headers, asked, frame, links);
            case OaiResponse.ListRecords records -> RecordsPage.of(records, asked, frame, links);
            case OaiResponse.GetRecord record -> ItemPage.of(record, asked, formats(provider, record.record()),
                    portalHref(record.record(), asked.prefix(), links), frame, links);
        };
    }

    private static List<MetadataFormat> formats(DataProvider provider, OaiRecord record) {
        return provider.answer(new OaiRequest.ListMetadataFormats(record.identifier()))
                .answer() instanceof OaiResponse.ListMetadataFormats(List<MetadataFormat> formats) ? formats : List.of();
    }

    /** Returns the link to the portal's page of the source's own record, also if an aggregate has another identifier for it. */
    private @Nullable String portalHref(OaiRecord record, MetadataPrefix prefix, BrowseLinks links) {
        String id = links.id();
        Optional<RecordStore.Copy> copy = !id.isEmpty() && store.prefixes(id, record.identifier()).contains(prefix)
                ? Optional.of(new RecordStore.Copy(id, prefix, record.identifier()))
                : store.shown(id.isEmpty() ? Aggregate.EVERYTHING : id, record.identifier(), prefix);
        return copy
                .map(found -> links.site().link(new RecordAddress(found.source(), found.prefix(), found.identifier()).path()))
                .orElse(null);
    }
}
