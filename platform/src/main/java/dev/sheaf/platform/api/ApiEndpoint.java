package dev.sheaf.platform.api;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.store.StoreException;
import dev.sheaf.platform.log.RecentLog;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.AdminGuard;
import dev.sheaf.platform.server.access.HubControls;

/**
 * Endpoint of {@code /api/v1}, the programming interface of the administration. Programs send the password as a token with each request.
 * The description of the interface, {@code /api/openapi.json}, is open to everyone. Thread-safe.
 */
public final class ApiEndpoint implements Endpoint {

    private static final Logger LOG = LoggerFactory.getLogger(ApiEndpoint.class);
    private static final List<HandlerType> METHODS = List.of(HandlerType.GET, HandlerType.POST, HandlerType.PUT,
            HandlerType.PATCH, HandlerType.DELETE);

    private final AdminGuard guard;
    private final OpenApiDocument document;
    private final List<ApiRoute> routes = new ArrayList<>();

    /** @param baseUrl public address of the hub */
    public ApiEndpoint(HubControls controls, String baseUrl) {
        this.guard = controls.guard();
        this.document = new OpenApiDocument(baseUrl);
        routes.addAll(new SourceRoutes(controls, baseUrl).routes());
        routes.addAll(new RunRoutes(controls).routes());
        routes.addAll(new FaultRoutes(controls).routes());
        routes.addAll(new ScheduleRoutes(controls).routes());
        routes.addAll(new AggregateRoutes(controls.store()).routes());
        routes.addAll(new LogRoutes(RecentLog.OF_PROCESS).routes());
        routes.addAll(new SubscriptionRoutes(controls.store().subscriptions()).routes());
    }

    /** Returns the methods and paths, for tests that compare them with the description. */
    List<ApiRoute> routes() {
        return List.copyOf(routes);
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.API_DOCUMENT, document::answer);
        for (ApiRoute route : routes) {
            config.routes.addHttpHandler(route.method(), route.path(), context -> answer(context, route));
        }
        // Unknown paths (404) and methods (405) are answered with problem details too.
        for (HandlerType method : METHODS) {
            config.routes.addHttpHandler(method, Routes.API + "/<rest>", context -> guarded(context, false, this::notThere));
        }
    }

    private void notThere(Context context) {
        TreeSet<String> allowed = new TreeSet<>();
        for (ApiRoute route : routes) {
            if (matches(route.path(), Routes.API + "/" + context.pathParam("rest"))) {
                allowed.add(route.method().name());
            }
        }
        if (allowed.isEmpty()) {
            throw new Problem(404, "There is nothing at this address; " + Routes.API_DOCUMENT + " describes what there is.");
        }
        context.header("Allow", String.join(", ", allowed));
        throw new Problem(405, "This address does not support the method " + context.method().name() + ".");
    }

    private static boolean matches(String route, String path) {
        String[] wanted = route.split("/", -1);
        String[] given = path.split("/", -1);
        boolean equal = wanted.length == given.length;
        for (int i = 0; equal && i < wanted.length; i++) {
            equal = wanted[i].startsWith("{") || wanted[i].equals(given[i]);
        }
        return equal;
    }

    private void answer(Context context, ApiRoute route) throws Exception {
        guarded(context, !route.isSafe(), route.handler());
    }

    /**
     * Runs a handler. Requests that change something wait for the store on their own thread; requests that only read run on threads for
     * such work.
     */
    private void guarded(Context context, boolean changes, ApiRoute.Handler handler) throws Exception {
        context.header("Cache-Control", "no-store");
        try {
            letIn(context, changes);
            if (changes) {
                handler.answer(context);
            } else {
                Rendering.run(context, () -> handler.answer(context));
            }
        } catch (Problem problem) {
            problem.answer(context);
        } catch (StoreException | IOException failure) {
            LOG.error("request failed: method={} path={} reason={}", context.method().name(), context.path(),
                    failure.toString());
            new Problem(503, "The hub cannot reach its records at the moment. The reason is in its log.").answer(context);
        }
    }

    private void letIn(Context context, boolean changes) {
        switch (guard.program(context)) {
            case AdminGuard.Answer.Right _ -> {
                // A browser that knows the password sends it with every request, even if a page of another site makes the request.
                if (changes && !guard.isSameSite(context)) {
                    throw new Problem(403, "The request is refused because another site made the browser send it.");
                }
            }
            case AdminGuard.Answer.Wrong _ -> {
                context.header("WWW-Authenticate", "Bearer realm=\"Sheaf\", Basic realm=\"Sheaf\", charset=\"UTF-8\"");
                throw new Problem(401, guard.isClosed()
                        ? "No password is set for the administration. To set one: sheaf admin password"
                        : "The password of the administration is needed, as Authorization: Bearer.");
            }
            case AdminGuard.Answer.TooMany(Duration left) -> {
                context.header("Retry-After", Long.toString(left.toSeconds() + 1));
                throw new Problem(429, "Too many wrong passwords. Try again later.");
            }
        }
    }
}
