package dev.sheaf.platform.gateway;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.Prolog;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.FormBody;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.headers.SecurityPolicy;
import dev.sheaf.platform.server.load.HostGroup;
import dev.sheaf.platform.server.load.SharedPlaces;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.provider.OaiArguments;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.provider.flow.FlowControl;
import dev.sheaf.provider.flow.FlowDecision;
import dev.sheaf.store.gateways.Mediation;

/**
 * {@code /static}: the page of the gateway, initiation and termination; {@code /static/{host}/{path}}: a static repository by OAI-PMH, by
 * GET and POST. Thread-safe.
 */
final class GatewayEndpoint implements Endpoint {

    private static final String XML = "text/xml;charset=utf-8";
    private static final int MOST_ROWS = 500;
    private static final String SOON = "5";

    private final Mediator mediator;
    private final SharedPlaces open;
    private final FlowControl ofHarvesters;
    private final FlowControl ofInitiators;
    private final ClientAddresses clients;
    private final AdminGuard guard;
    private final Templates templates;

    /**
     * Creates the endpoint.
     *
     * @param open limits the requests at the same time
     * @param ofHarvesters limits the requests of each harvester
     * @param ofInitiators limits the initiations and terminations of each client
     */
    GatewayEndpoint(Mediator mediator, SharedPlaces open, FlowControl ofHarvesters, FlowControl ofInitiators,
            ClientAddresses clients, AdminGuard guard, Templates templates) {
        this.mediator = mediator;
        this.open = open;
        this.ofHarvesters = ofHarvesters;
        this.ofInitiators = ofInitiators;
        this.clients = clients;
        this.guard = guard;
        this.templates = templates;
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.STATIC, this::gateway);
        config.routes.get(Routes.STATIC_ONE, this::mediate);
        config.routes.post(Routes.STATIC_ONE, this::mediate);
        config.routes.head(Routes.STATIC_ONE, context -> context.contentType(XML));
    }

    /** Refuses requests that another gateway sends, because a gateway's answer is never the file of a static repository. */
    private static boolean isLoop(Context context) {
        boolean isMarked = Collections.list(context.req().getHeaders("Via")).stream()
                .anyMatch(via -> via.contains(StaticFetch.MARK));
        if (isMarked) {
            PlainText.answer(context, 508,
                    "A static repository gateway asks this one for a file. The address of a static repository leads to a file, not to a gateway.");
        }
        return isMarked;
    }

    private void gateway(Context context) throws Exception {
        if (isLoop(context)) {
            return;
        }
        List<String> initiate = context.queryParams("initiate");
        List<String> terminate = context.queryParams("terminate");
        if (initiate.isEmpty() && terminate.isEmpty()) {
            Rendering.run(context, () -> show(context, null));
            return;
        }
        String destination = context.header("Sec-Fetch-Dest");
        if (context.header("Sec-Purpose") != null || destination != null && !destination.equals("document")) {
            // A picture or a prefetched link of another site would make every visitor of that site initiate something.
            PlainText.answer(context, 403, "The gateway answers requests for pages only.");
            return;
        }
        if (initiate.size() + terminate.size() != 1) {
            tell(context, new Mediator.Decision(400, "Give one address, to initiate or to terminate.", null));
            return;
        }
        String url = initiate.isEmpty() ? terminate.getFirst() : initiate.getFirst();
        boolean isTrusted = false;
        if (context.header("Authorization") != null) {
            switch (guard.program(context)) {
                case AdminGuard.Answer.Right _ -> isTrusted = true;
                case AdminGuard.Answer.Wrong _ -> {
                    PlainText.answer(context, 403, "The password of the administrator is wrong.");
                    return;
                }
                case AdminGuard.Answer.TooMany(Duration left) -> {
                    context.header("Retry-After", Long.toString(Math.max(1, left.toSeconds())));
                    PlainText.answer(context, 429, "Too many wrong passwords; please wait.");
                    return;
                }
            }
        }
        if (!isTrusted && isTooMany(context, ofInitiators, 429)) {
            return;
        }
        Optional<SharedPlaces.Place> place = place(context, url);
        if (place.isEmpty()) {
            return;
        }
        try (SharedPlaces.Place _ = place.get()) {
            tell(context, initiate.isEmpty()
                    ? mediator.terminate(url, isTrusted)
                    : mediator.initiate(url, clients.of(context).client().toString(), isTrusted));
        }
    }

    private boolean isTooMany(Context context, FlowControl budget, int status) {
        switch (budget.decide(clients.of(context).client())) {
            case FlowDecision.RetryAfter(int seconds, String reason) -> {
                context.header("Retry-After", Integer.toString(seconds));
                PlainText.answer(context, status, reason);
                return true;
            }
            case FlowDecision.Forbidden(String reason) -> {
                PlainText.answer(context, 403, reason);
                return true;
            }
            case FlowDecision.Serve _,FlowDecision.Redirect _ -> {
                return false;
            }
        }
    }

    private Optional<SharedPlaces.Place> place(Context context, String url) {
        String host;
        try {
            host = HostPace.host(URI.create(url.strip()));
        } catch (IllegalArgumentException _) {
            host = "";
        }
        Optional<SharedPlaces.Place> place = open.enter(clients.of(context).client().toString(), HostGroup.of(host));
        if (place.isEmpty()) {
            context.header("Retry-After", SOON);
            PlainText.answer(context, 503, "The gateway is busy; please try again in some seconds.");
        }
        return place;
    }

    private void tell(Context context, Mediator.Decision decision) throws Exception {
        context.header("Cache-Control", "no-store");
        if (decision.status() == 503) {
            context.header("Retry-After", SOON);
        }
        String accept = context.header("Accept");
        if (accept != null && accept.toLowerCase(Locale.ROOT).contains("text/html")) {
            Rendering.run(context, () -> {
                context.status(decision.status());
                show(context, decision);
            });
        } else {
            PlainText.answer(context, decision.status(), decision.text());
        }
    }

    private void show(Context context, Mediator.@Nullable Decision decision) throws IOException {
        List<GatewayPage.Row> rows = mediator.active(MOST_ROWS).stream().map(this::row).toList();
        String link = templates.site().link(Routes.STATIC);
        templates.show(context, "static.jte",
                new GatewayPage(link, templates.site().baseUrl() + Routes.STATIC, decision == null ? null : decision.text(),
                        decision != null && decision.status() != 200, mediator.count(), rows));
    }

    private GatewayPage.Row row(Mediation mediation) {
        StaticAddress address = new StaticAddress(mediation.address());
        return new GatewayPage.Row(mediation.url(), mediator.baseUrl(address),
                templates.site().link(Routes.STATIC + "/" + address.path() + "?verb=Identify"),
                mediation.failing() == null ? "answers" : "no valid file since " + mediation.failing());
    }

    private void mediate(Context context) throws Exception {
        if (isLoop(context) || isTooMany(context, ofHarvesters, 503)) {
            return;
        }
        String path = context.req().getRequestURI();
        Optional<StaticAddress> address = StaticAddress
                .ofPath(path.substring(path.indexOf(Routes.STATIC + "/") + Routes.STATIC.length() + 1));
        if (address.isEmpty()) {
            PlainText.answer(context, 404, "This is no address of a static repository. Its form is " + templates.site().baseUrl()
                    + Routes.STATIC + "/host/path");
            return;
        }
        OaiArguments arguments = OaiQueryString.parse(context.queryString(), FormBody.read(context).orElse(null));
        Mediator.Outcome outcome;
        Optional<SharedPlaces.Place> place = place(context, address.get().url("http"));
        if (place.isEmpty()) {
            return;
        }
        try (SharedPlaces.Place _ = place.get()) {
            outcome = mediator.ask(address.get());
        }
        context.header("Cache-Control", "no-cache");
        switch (outcome) {
            case Mediator.Outcome.Refused(int status, String reason, long retryAfter) -> {
                if (retryAfter > 0) {
                    context.header("Retry-After", Long.toString(retryAfter));
                }
                PlainText.answer(context, status, reason);
            }
            case Mediator.Outcome.Ready ready -> answer(context, address.get(), ready, arguments);
        }
    }

    private void answer(Context context, StaticAddress address, Mediator.Outcome.Ready ready, OaiArguments arguments)
            throws Exception {
        Rendering.run(context, () -> {
            OaiResponse response;
            try {
                response = ready.provider().answer(arguments);
            } catch (StoreException _) {
                // Another request has replaced the version, or somebody has deleted the kept copy.
                mediator.forget(address);
                context.header("Retry-After", SOON);
                PlainText.answer(context, 503, "The file has changed while it was read; please try again.");
                return;
            }
            SecurityPolicy.FOREIGN.applyTo(context);
            CodedBody.write(context, XML, out -> OaiWriter.write(response, Prolog.NONE, out));
        });
    }
}
