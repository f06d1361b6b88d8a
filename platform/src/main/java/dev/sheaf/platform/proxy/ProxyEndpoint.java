package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.KnownNames;
import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.FormBody;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.store.HubStore;

/**
 * The live proxy over HTTP, by GET and POST: {@code /proxy/{source}} in protocol 2.0, {@code /proxy/{source}/checked} the same with
 * validation by the schemas, {@code /proxy/{source}/1.1} in protocol 1.1.
 *
 * <p>Only the arguments of the harvester's request go to the source, and its address if that is wanted ({@link ClientStatement}): no headers,
 * no credentials.
 */
public final class ProxyEndpoint implements Endpoint {

    private static final String CHECKED = "/checked";
    private static final String EARLY = "/1.1";
    private static final String XML = "text/xml;charset=utf-8";
    private static final int BUSY = 503;

    private final LiveProxy proxy;
    private final HubStore store;
    private final FlowGates flow;
    private final AccessPolicy access;
    private final ClientStatement statement;
    private final String hubUrl;

    /**
     * Creates the endpoint for sources that are open to everybody.
     *
     * @param flow limits of the requests of each client
     * @param hubUrl address of the hub, without a slash at its end
     */
    public ProxyEndpoint(LiveProxy proxy, HubStore store, FlowGates flow, String hubUrl) {
        this(proxy, store, flow, AccessPolicy.OPEN, ClientStatement.NONE, hubUrl);
    }

    /**
     * Creates the endpoint for sources with access lists.
     *
     * @param flow limits of the requests of each client
     * @param access access rules of the sources
     * @param statement statement about harvesters in requests to the sources
     * @param hubUrl address of the hub, without a slash at its end
     */
    public ProxyEndpoint(LiveProxy proxy, HubStore store, FlowGates flow, AccessPolicy access, ClientStatement statement,
            String hubUrl) {
        this.statement = statement;
        this.proxy = proxy;
        this.store = store;
        this.flow = flow;
        this.access = access;
        this.hubUrl = hubUrl;
    }

    @Override
    public void register(JavalinConfig config) {
        register(config, "", Question.Form.CURRENT);
        register(config, CHECKED, Question.Form.CHECKED);
        register(config, EARLY, Question.Form.EARLY);
        config.routes.get(Routes.PROXY_ONE + "/{form}", this::refuseForm);
        config.routes.post(Routes.PROXY_ONE + "/{form}", this::refuseForm);
    }

    private void register(JavalinConfig config, String below, Question.Form form) {
        String path = Routes.PROXY_ONE + below;
        config.routes.get(path, context -> handle(context, below, form));
        config.routes.post(path, context -> handle(context, below, form));
    }

    private void handle(Context context, String below, Question.Form form) throws IOException {
        String id = context.pathParam("source");
        Optional<Source> source = store.source(id).filter(ProxyEndpoint::isProxied);
        if (source.isEmpty()) {
            PlainText.answer(context, 404,
                    OneLine.sentence(KnownNames.of(open(context)).lacking("This hub", "proxied source", id))
                            + " There is a proxy for each source that is registered with a base URL.");
            return;
        }
        if (!access.refuses(context, id) && flow.admits(context, id)) {
            answer(proxy, context, source.get(), hubUrl + Routes.proxy(id) + below, form, statement);
        }
    }

    private static boolean isProxied(Source source) {
        return source.kind().isHarvested() && source.baseUrl() != null;
    }

    /** Returns the sources that the client may request. */
    private List<String> open(Context context) {
        return store.sources().stream().map(SourceStatus::source)
                .filter(source -> isProxied(source) && access.admits(context, source.id())).map(Source::id).toList();
    }

    /** Answers a request for a form of the proxy that does not exist. */
    private void refuseForm(Context context) {
        PlainText.answer(context, 404, OneLine.sentence(KnownNames.of(List.of(CHECKED.substring(1), EARLY.substring(1)))
                .lacking("The proxy", "form", context.pathParam("form"))));
    }

    /** Answers a request for a source that the client may use now. */
    static void answer(LiveProxy proxy, Context context, Source source, String baseUrl, Question.Form form,
            ClientStatement statement) throws IOException {
        Question question = new Question(source, baseUrl, form,
                OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null)), statement.of(context));
        proxy.answer(question, new OverHttp(context), Rendering.client(context));
    }

    /** Target that answers one HTTP request. */
    private record OverHttp(Context context) implements AnswerTarget {

        @Override
        public void refuse(int status, String reason, @Nullable String retryAfter) {
            if (context.res().isCommitted()) {
                // A long response of the source ended early, so this connection is closed early, too.
                return;
            }
            context.res().setHeader("Trailer", null);
            if (retryAfter != null) {
                context.header("Retry-After", retryAfter);
            }
            if (status == BUSY) {
                context.header("Cache-Control", "no-store");
            }
            PlainText.answer(context, status, reason);
        }

        @Override
        public void send(Map<String, String> headers, Map<String, Supplier<String>> trailers, CodedBody.Content body)
                throws IOException {
            headers.forEach(context::header);
            // Shared caches must not store the response, because other clients may have no access.
            context.header("Cache-Control", "no-store");
            SecurityPolicy.FOREIGN.applyTo(context);
            if (!trailers.isEmpty() && "HTTP/1.1".equals(context.req().getProtocol())) {
                context.header("Trailer", String.join(", ", trailers.keySet()));
                context.res().setTrailerFields(() -> {
                    Map<String, String> values = new LinkedHashMap<>();
                    trailers.forEach((name, value) -> values.put(name, value.get()));
                    return values;
                });
            }
            CodedBody.write(context, XML, body);
        }
    }
}
