package dev.sheaf.platform.server;

import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.provider.Answering;
import dev.sheaf.provider.DataProvider;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.ProviderSettings;
import dev.sheaf.provider.ServedResponse;

/**
 * OAI-PMH over HTTP: one path for everything, such as {@code /oai}, and {@code /oai/{id}} for one source or aggregate, by GET and by POST
 * (S3.1).
 *
 * <p>Protocol errors have status 200; the status says only whether the hub could answer.
 */
public final class OaiEndpoint implements Endpoint {

    private static final String XML = "text/xml;charset=utf-8";
    private static final String ONE = "/{id}";

    private final ServedRepositories repositories;
    private final SegmentCache segments;
    private final FlowGates flow;
    private final @Nullable BrowserView view;
    private final Function<DataProvider, ? extends Answering> protocol;

    /**
     * Creates an endpoint that is open to everyone.
     *
     * @param settings common settings; their base URL is the hub's, and Identify names the codings of the hub
     * @param everything the repository at {@code /oai}
     * @param byId repository of a source or aggregate; empty if there is none with the id
     * @param segments cache of compressed segments
     */
    public OaiEndpoint(ProviderSettings settings, Supplier<? extends Repository> everything,
            Function<String, ? extends Optional<? extends Repository>> byId, SegmentCache segments) {
        this(new ServedRepositories(settings, everything, byId), segments, FlowGates.OPEN, null);
    }

    /**
     * Creates an endpoint for repositories.
     *
     * @param segments cache of compressed segments
     * @param flow order and rate of requests to each repository
     * @param view presentation of responses in browsers; null for none
     */
    public OaiEndpoint(ServedRepositories repositories, SegmentCache segments, FlowGates flow, @Nullable BrowserView view) {
        this(repositories, segments, flow, view, provider -> provider);
    }

    /**
     * Creates an endpoint for an extension of the protocol.
     *
     * @param segments cache of compressed segments
     * @param flow order and rate of requests to each repository
     * @param view presentation of responses in browsers; null for none
     * @param protocol answers requests of the extension by means of a data provider
     */
    public OaiEndpoint(ServedRepositories repositories, SegmentCache segments, FlowGates flow, @Nullable BrowserView view,
            Function<DataProvider, ? extends Answering> protocol) {
        this.repositories = repositories;
        this.segments = segments;
        this.flow = flow;
        this.view = view;
        this.protocol = protocol;
    }

    @Override
    public void register(JavalinConfig config) {
        String root = repositories.path();
        config.routes.get(root, this::everything);
        config.routes.post(root, this::everything);
        config.routes.head(root, this::announceEverything);
        config.routes.get(root + ONE, this::one);
        config.routes.post(root + ONE, this::one);
        config.routes.head(root + ONE, this::announceOne);
    }

    private void everything(Context context) throws Exception {
        if (isToBeAnswered(context)) {
            answer(context, question -> Optional.of(question.ask(repositories.everything())));
        }
    }

    private void one(Context context) throws Exception {
        String id = context.pathParam("id");
        boolean exists = repositories.has(id);
        if (exists && isToBeAnswered(context, id)) {
            exists = answer(context, question -> repositories.ask(id, question));
        }
        if (!exists) {
            refuse(context, id);
        }
    }

    private void announceEverything(Context context) throws IOException {
        if (isToBeAnswered(context)) {
            announce(context);
        }
    }

    private void announceOne(Context context) throws IOException {
        String id = context.pathParam("id");
        // No other check would notice that the repository was removed.
        if (repositories.byId(id).isEmpty()) {
            refuse(context, id);
        } else if (isToBeAnswered(context, id)) {
            announce(context);
        }
    }

    private boolean isToBeAnswered(Context context) throws IOException {
        return flow.admits(context) && !isSentToThePage(context, "");
    }

    private boolean isToBeAnswered(Context context, String id) throws IOException {
        return flow.admits(context, id) && !isSentToThePage(context, "/" + id);
    }

    private void refuse(Context context, String id) {
        PlainText.answer(context, 404,
                "This hub has no repository '" + id + "'. The repository of all records is at " + repositories.hubUrl()
                        + repositories.path() + "?verb=Identify");
    }

    private boolean isSentToThePage(Context context, String below) {
        if (view == null || !view.hasPages() || !BrowserView.isWanted(context)) {
            return false;
        }
        view.redirect(context, below);
        return true;
    }

    /** Sets the header {@code Vary}. An address with a page for browsers varies with {@code Accept} too. */
    private void vary(Context context) {
        context.header("Vary", view == null || !view.hasPages() ? "Accept-Encoding" : "Accept, Accept-Encoding");
    }

    /** A call of the repository that a request is for. */
    private interface Asking {
        Optional<OaiBody> ask(ServedRepositories.Question<OaiBody> question) throws Exception;
    }

    /**
     * @return false if the repository does not exist; the request is not answered yet
     */
    private boolean answer(Context context, Asking asking) throws Exception {
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        Optional<ContentCoding> coding = CodedBody.negotiate(context);
        if (coding.isEmpty()) {
            return true;
        }
        Optional<OaiBody> body = Rendering.compute(context,
                () -> asking.ask(provider -> body(protocol.apply(provider), arguments, coding.get())));
        if (body.isEmpty()) {
            return false;
        }
        policy().applyTo(context);
        vary(context);
        CodedBody.send(context, XML, coding.get(), body.get());
        return true;
    }

    private SecurityPolicy policy() {
        return view == null ? SecurityPolicy.FOREIGN : SecurityPolicy.RESPONSE;
    }

    private OaiBody body(Answering provider, OaiArguments arguments, ContentCoding coding) throws IOException {
        ServedResponse<SegmentCache.Packed> response = provider.answer(arguments, segments.form(coding, provider.baseUrl()));
        return OaiBody.of(response, view == null ? Prolog.NONE : view.prolog(response.request()), coding, segments.memory())
                .made();
    }

    /** Answers HEAD with the headers alone, to avoid creating a page only to discard it. */
    private void announce(Context context) {
        policy().applyTo(context);
        vary(context);
        context.contentType(XML);
    }
}
