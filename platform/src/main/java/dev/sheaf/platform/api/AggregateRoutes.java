package dev.sheaf.platform.api;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.core.store.Aggregate;
import dev.sheaf.platform.report.AggregateJson;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.sync.operate.AggregateActions;
import dev.sheaf.store.HubStore;

/** Routes of the programming interface for aggregates and their contents. */
final class AggregateRoutes {

    private static final String ALL = Routes.API + "/aggregates";
    private static final String ONE = ALL + "/{aggregate}";
    private static final Set<String> FIELDS = Set.of("name", "sources", "sets", "prefixes", "query", "collisions", "trusted");

    private final HubStore store;
    private final AggregateActions actions;

    AggregateRoutes(HubStore store) {
        this.store = store;
        this.actions = new AggregateActions(store);
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, ALL, this::list), new ApiRoute(HandlerType.GET, ONE, this::show),
                new ApiRoute(HandlerType.PUT, ONE, this::put),
                new ApiRoute(HandlerType.DELETE, ONE, context -> SourceRoutes.tell(context, 200, actions.remove(id(context)))));
    }

    private static String id(Context context) {
        return context.pathParam("aggregate");
    }

    private void list(Context context) {
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            store.aggregates().forEach(aggregate -> AggregateJson.write(json, store, aggregate));
            json.writeEndArray();
        });
    }

    private void show(Context context) {
        Aggregate aggregate = actions.find(id(context))
                .orElseThrow(() -> new Problem(404, "there is no aggregate '" + id(context) + "'"));
        JsonAnswer.send(context, json -> AggregateJson.write(json, store, aggregate));
    }

    private void put(Context context) throws IOException {
        RequestBody body = RequestBody.read(context, FIELDS);
        Aggregate aggregate;
        try {
            aggregate = new AggregateActions.Input(id(context), body.text("name"), body.texts("sources"), body.texts("sets"),
                    body.texts("prefixes"), body.text("query"), body.text("collisions"), body.texts("trusted")).read();
        } catch (IllegalArgumentException failure) {
            throw new Problem(422, String.valueOf(failure.getMessage()));
        }
        SourceRoutes.tell(context, 200, actions.put(aggregate));
    }
}
