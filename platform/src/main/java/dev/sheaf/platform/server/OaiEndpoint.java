package dev.sheaf.platform.server;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Limit;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;

/**
 * OAI-PMH over HTTP: {@code /oai} for everything, {@code /oai/{id}} for one source or aggregate, by GET and by POST (S3.1).
 *
 * <p>Protocol errors have status 200; the status says only whether the hub could answer.
 */
public final class OaiEndpoint implements Endpoint {

    /** Path of the repository of everything; others lie below it. */
    public static final String PATH = "/oai";
    private static final int ATTEMPTS = 5;
    /** Looked through for a record that can be read. */
    private static final int MOST_PAGES = Limit.UNREADABLE_PAGES.count();
    private static final String XML = "text/xml;charset=utf-8";

    private final ServedRepositories repositories;
    private final KeptRuns kept;
    private final FlowGates flow;
    private final @Nullable BrowserView view;

    /**
     * Serves repositories to everyone.
     *
     * @param settings of all of them; its base URL is the hub's, and the codings that Identify names are those that the hub sends
     * @param everything the repository at {@code /oai}
     * @param byId the repository of a source or aggregate; empty when there is none with the id
     * @param kept pages that were compressed before
     */
    public OaiEndpoint(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId, KeptRuns kept) {
        this(new ServedRepositories(settings, everything, byId), kept, FlowGates.OPEN, null);
    }

    /**
     * Serves repositories.
     *
     * @param kept pages that were compressed before
     * @param flow decides which client is answered now
     * @param view how browsers are to show responses; null to leave it to them
     */
    public OaiEndpoint(ServedRepositories repositories, KeptRuns kept, FlowGates flow, @Nullable BrowserView view) {
        this.repositories = repositories;
        this.kept = kept;
        this.flow = flow;
        this.view = view;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(PATH, context -> withEverything(context, this::handle));
        config.routes.post(PATH, context -> withEverything(context, this::handle));
        config.routes.head(PATH, context -> withEverything(context, (asked, _) -> announce(asked)));
        config.routes.get(PATH + "/{id}", context -> withRepository(context, this::handle));
        config.routes.post(PATH + "/{id}", context -> withRepository(context, this::handle));
        config.routes.head(PATH + "/{id}", context -> withRepository(context, (asked, _) -> announce(asked)));
    }

    private interface Handling {
        void handle(Context context, DataProvider provider) throws Exception;
    }

    private void withEverything(Context context, Handling handling) throws Exception {
        if (flow.admits(context) && !isSentToThePage(context, "")) {
            handling.handle(context, repositories.everything());
        }
    }

    private void withRepository(Context context, Handling handling) throws Exception {
        String id = context.pathParam("id");
        Optional<DataProvider> provider = repositories.byId(id);
        if (provider.isEmpty()) {
            PlainText.answer(context, 404,
                    "This hub has no repository '" + id + "'. The one of everything is at " + repositories.hubUrl()
                            + PATH + "?verb=Identify");
            return;
        }
        if (flow.admits(context, id) && !isSentToThePage(context, "/" + id)) {
            handling.handle(context, provider.get());
        }
    }

    private boolean isSentToThePage(Context context, String below) {
        if (view == null || !BrowserView.isWanted(context)) {
            return false;
        }
        view.redirect(context, below);
        return true;
    }

    /** The same address has a page for browsers, where it has one. */
    private void vary(Context context) {
        context.header("Vary", view == null ? "Accept-Encoding" : "Accept, Accept-Encoding");
    }

    private void handle(Context context, DataProvider provider) throws Exception {
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        Optional<ContentCoding> coding = CodedBody.negotiate(context);
        if (coding.isEmpty()) {
            return;
        }
        OaiBody body = Rendering.compute(context, () -> prepare(provider, arguments, coding.get()).made());
        policy().applyTo(context);
        vary(context);
        CodedBody.send(context, XML, coding.get(), body);
    }

    private SecurityPolicy policy() {
        return view == null ? SecurityPolicy.FOREIGN : SecurityPolicy.RESPONSE;
    }

    private OaiBody prepare(DataProvider provider, OaiArguments arguments, ContentCoding coding) {
        OaiResponse response = provider.answer(arguments);
        for (int attempt = 1; attempt < MOST_PAGES; attempt++) {
            OaiBody body = OaiBody.prepare(response, view == null ? Prolog.NONE : view.prolog(response), coding, kept,
                    provider.baseUrl());
            if (!body.isEmptyPage()) {
                return body;
            }
            // Every record of the page changed while it was being read: asked again, the repository has another page or none. When that
            // does not help they are damaged, and the list goes on behind them.
            response = attempt < ATTEMPTS ? provider.answer(arguments) : provider.behind(response);
        }
        throw new StoreException("no record of " + MOST_PAGES + " pages in a row can be read");
    }

    /** Answers HEAD with the headers alone: making a page only to discard it would cost a page. */
    private void announce(Context context) {
        policy().applyTo(context);
        vary(context);
        context.contentType(XML);
    }
}
