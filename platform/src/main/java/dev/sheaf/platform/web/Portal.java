package dev.sheaf.platform.web;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.BrowserView;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.search.SearchException;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.enrichments.ItemKey;

/** The portal: search page, rankings side by side, record pages, list of repositories, and the style sheet. Thread-safe. */
public final class Portal implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(Portal.class);

    private final Assets assets = new Assets();
    private final PageCache pages;
    private final SearchPageView searchPage;
    private final RankingsPageView rankingsPage;
    private final RecordPageView recordPage;
    private final RepositoriesPageView repositoriesPage;
    private final MessagePageView messagePage;
    private final ResponseStyleSheet styleSheet;

    /**
     * Creates the portal; a server registers it.
     *
     * @param baseUrl public address of the hub; its path precedes every link
     */
    public Portal(HubStore store, SearchIndex index, String baseUrl) {
        this(store, index, baseUrl, AccessPolicy.OPEN, new CopiedFiles(Path.of("")),
                PageCache.fittingMemory(store, InstantSource.system()));
    }

    /**
     * Creates the portal with access rules; a server registers it.
     *
     * @param baseUrl public address of the hub; its path precedes every link
     * @param access access rules of sources and aggregates
     * @param copies copies of the files of archives
     * @param pages kept pages
     */
    public Portal(HubStore store, SearchIndex index, String baseUrl, AccessPolicy access, CopiedFiles copies, PageCache pages) {
        this.pages = pages;
        Templates templates = new Templates(store.name(), baseUrl, assets);
        messagePage = new MessagePageView(templates);
        styleSheet = new ResponseStyleSheet(templates.site());
        searchPage = new SearchPageView(store, index, templates, access, pages);
        rankingsPage = new RankingsPageView(store, index, templates, access);
        recordPage = new RecordPageView(store, templates, messagePage, access, copies, pages);
        repositoriesPage = new RepositoriesPageView(store, templates, access);
    }

    /** Returns the pages that are kept for people without a login. */
    public PageCache pages() {
        return pages;
    }

    /** Returns the presentation of this hub's protocol responses in browsers, with a style sheet of the portal. */
    public BrowserView browserView() {
        return styleSheet.view();
    }

    /** Returns the presentation of responses of the extension for index harvesting. */
    public BrowserView indexView() {
        return styleSheet.indexView();
    }

    /** Makes searches of the portal also ask other catalogues. */
    public void alsoAsk(LiveSources sources) {
        searchPage.alsoAsk(sources);
    }

    /**
     * Makes pages of records name others.
     *
     * @param related returns the items that readers of an item also read, the nearest first; only those that everybody may see
     */
    public void alsoRead(Function<ItemKey, List<ItemKey>> related) {
        recordPage.alsoRead(related);
    }

    @Override
    public void register(JavalinConfig config) {
        RoutesConfig routes = config.routes;
        Handler search = Rendering.of(searchPage::show);
        // The pool must not wait for other servers.
        Handler home = context -> {
            searchPage.askOthers(context);
            search.handle(context);
        };
        routes.get(Routes.HOME, home);
        routes.head(Routes.HOME, search);
        page(routes, Routes.RANKINGS, rankingsPage::show);
        page(routes, Routes.RECORDS_ONE, recordPage::show);
        page(routes, Routes.REPOSITORIES, context -> pages.tagged(context, () -> {
            repositoriesPage.show(context);
            return false;
        }));
        styleSheet.register(routes);
        page(routes, Routes.ASSETS_ONE, assets::serve);
        routes.error(HttpStatus.NOT_FOUND, "html", messagePage::notFound);
        routes.exception(SearchException.class, this::searchFailed);
    }

    /** Registers a page for GET and HEAD. The server's own HEAD answers 200 for every path, even if the record is withdrawn or unknown. */
    private static void page(RoutesConfig routes, String path, Handler handler) {
        routes.get(path, Rendering.of(handler));
        routes.head(path, Rendering.of(handler));
    }

    private void searchFailed(SearchException failure, Context context) {
        LOG.error("search failed: reason={}", failure.getMessage());
        LOG.debug("trace of the failed search", failure);
        PlainText.answer(context, 503, "The search index cannot be read at the moment. The log of the hub has the reason.");
    }
}
