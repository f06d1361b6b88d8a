package dev.sheaf.platform.proxy;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.InstantSource;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.store.HubStore;

/**
 * The live proxy as a plain HTTP proxy, on a separate port. A harvester only needs an HTTP proxy in its configuration: it requests the
 * source's own address and gets the repaired response. Only registered base URLs are requested, and no tunnels are opened.
 */
public final class ForwardEndpoint implements Endpoint {

    private static final int LONGEST = 200;

    private final LiveProxy proxy;
    private final RegisteredAddresses addresses;
    private final FlowGates flow;
    private final AccessPolicy access;
    private final ClientStatement statement;
    private final String hubUrl;

    /**
     * Creates the endpoint for sources that are open to everybody.
     *
     * @param flow limits of the requests of each client
     * @param hubUrl address of the hub, without a slash at its end, for messages
     */
    public ForwardEndpoint(LiveProxy proxy, HubStore store, FlowGates flow, String hubUrl, InstantSource clock) {
        this(proxy, store, flow, AccessPolicy.OPEN, ClientStatement.NONE, hubUrl, clock);
    }

    /**
     * Creates the endpoint for sources with access lists.
     *
     * @param flow limits of the requests of each client
     * @param access access rules of the sources
     * @param statement statement about harvesters in requests to the sources
     * @param hubUrl address of the hub, without a slash at its end, for messages
     */
    public ForwardEndpoint(LiveProxy proxy, HubStore store, FlowGates flow, AccessPolicy access, ClientStatement statement,
            String hubUrl, InstantSource clock) {
        this.statement = statement;
        this.proxy = proxy;
        this.addresses = new RegisteredAddresses(store, clock);
        this.flow = flow;
        this.access = access;
        this.hubUrl = hubUrl;
    }

    @Override
    public void register(JavalinConfig config) {
        // The handler comes before all routes, because the path belongs to the source and not to this server.
        config.routes.before(context -> {
            handle(context);
            context.skipRemainingHandlers();
        });
    }

    private void handle(Context context) throws IOException {
        String method = context.req().getMethod();
        if (!method.equals("GET") && !method.equals("POST")) {
            context.header("Allow", "GET, POST");
            PlainText.answer(context, 405, method.equals("CONNECT")
                    ? "This proxy opens no tunnels, because it cannot repair encrypted responses. Request the same address with http:// "
                            + "instead of https://, or at " + hubUrl + Routes.PROXY + "/ and the id of the source; the"
                            + " proxy uses TLS to a source that is registered with https."
                    : "This proxy accepts only GET and POST.");
            return;
        }
        Optional<URI> address = address(context);
        Optional<Source> source = address.flatMap(addresses::at);
        if (source.isEmpty()) {
            PlainText.answer(context, 403, "This proxy only requests the base URLs of registered sources"
                    + address.map(wrong -> ", and none has '" + OneLine.of(base(wrong), LONGEST) + "'").orElse("")
                    + ". See " + hubUrl + Routes.REPOSITORIES + " for the sources.");
            return;
        }
        String id = source.get().id();
        if (!access.refuses(context, id) && flow.admits(context, id)) {
            ProxyEndpoint.answer(proxy, context, source.get(), String.valueOf(source.get().baseUrl()), Question.Form.CURRENT,
                    statement);
        }
    }

    /** Returns an address without its query. */
    private static String base(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
    }

    /** Returns the absolute address in the request. */
    private static Optional<URI> address(Context context) {
        try {
            URI uri = new URI(ServletContextRequest.getServletContextRequest(context.req()).getHttpURI().asString());
            return Optional.of(uri).filter(address -> address.getHost() != null && address.getRawUserInfo() == null);
        } catch (URISyntaxException _) {
            return Optional.empty();
        }
    }
}
