package dev.sheaf.platform.server;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.StoreException;
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
    private static final String XML = "text/xml;charset=utf-8";

    private final ProviderSettings settings;
    private final KeptRuns kept;
    private final Supplier<? extends Repository> everything;
    private final Function<String, ? extends Optional<? extends Repository>> byId;

    /**
     * Serves repositories.
     *
     * @param settings of all of them; its base URL is the hub's
     * @param everything the repository at {@code /oai}
     * @param byId the repository of a source or aggregate; empty when there is none with the id
     * @param kept pages that were compressed before
     */
    public OaiEndpoint(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId, KeptRuns kept) {
        this.settings = settings;
        this.kept = kept;
        this.everything = everything;
        this.byId = byId;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(PATH, context -> handle(context, everything()));
        config.routes.post(PATH, context -> handle(context, everything()));
        config.routes.head(PATH, OaiEndpoint::announce);
        config.routes.get(PATH + "/{id}", context -> withRepository(context, this::handle));
        config.routes.post(PATH + "/{id}", context -> withRepository(context, this::handle));
        config.routes.head(PATH + "/{id}", context -> withRepository(context, (asked, _) -> announce(asked)));
    }

    private DataProvider everything() {
        return new DataProvider(everything.get(), settings.withBaseUrl(settings.baseUrl() + PATH));
    }

    private interface Handling {
        void handle(Context context, DataProvider provider) throws IOException;
    }

    private void withRepository(Context context, Handling handling) throws IOException {
        String id = context.pathParam("id");
        Optional<? extends Repository> repository = byId.apply(id);
        if (repository.isEmpty()) {
            PlainText.answer(context, 404,
                    "This hub has no repository '" + id + "'. The one of everything is at " + settings.baseUrl()
                            + PATH + "?verb=Identify");
            return;
        }
        handling.handle(context, new DataProvider(repository.get(), settings.withBaseUrl(settings.baseUrl() + PATH + "/" + id)));
    }

    private void handle(Context context, DataProvider provider) throws IOException {
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        Optional<ContentCoding> coding = CodedBody.negotiate(context);
        if (coding.isEmpty()) {
            return;
        }
        OaiBody body = prepare(provider, arguments, coding.get());
        SecurityPolicy.FOREIGN.applyTo(context);
        CodedBody.send(context, XML, coding.get(), body);
    }

    private OaiBody prepare(DataProvider provider, OaiArguments arguments, ContentCoding coding) {
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            OaiBody body = OaiBody.prepare(provider.answer(arguments), coding, kept, provider.baseUrl());
            if (!body.isEmptyPage()) {
                return body;
            }
            // Every record of the page changed while it was being read: asked again, the repository has another page or none.
        }
        throw new StoreException("every record of a page changed while it was being read, " + ATTEMPTS + " times in a row");
    }

    /** What HEAD asks for: that there is a repository and what it sends. Making a page only to throw it away would cost a page. */
    private static void announce(Context context) {
        SecurityPolicy.FOREIGN.applyTo(context);
        context.header("Vary", "Accept-Encoding");
        context.contentType(XML);
    }
}
