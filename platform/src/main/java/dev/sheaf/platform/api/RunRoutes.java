package dev.sheaf.platform.api;

import java.util.List;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.RunJson;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.Runs;

/** Routes for the finished runs of a source and for the progress of a run under way. */
final class RunRoutes {

    private static final int USUAL = 50;

    private final HubControls controls;
    private final HubStore store;

    RunRoutes(HubControls controls) {
        this.controls = controls;
        this.store = controls.store();
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/progress", this::progress),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/runs", this::list),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/runs/{run}", this::show));
    }

    /** Answers with the source as in the list of sources; it has {@code progress} during a run. */
    private void progress(Context context) {
        SourceStatus status = SourceRoutes.known(store, context);
        JsonAnswer.send(context, json -> {
            json.writeStartObject();
            SourceReport.of(store, status).writeProperties(json);
            json.writeEndObject();
        });
    }

    private void list(Context context) {
        String id = SourceRoutes.known(store, context).source().id();
        int limit = NumberParameters.number(context, "limit", USUAL, 1, Runs.RUNS);
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            for (RunReport run : store.runs().last(id, limit)) {
                json.writeStartObject();
                RunJson.summary(json, run);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private void show(Context context) {
        SourceStatus status = SourceRoutes.known(store, context);
        long number = NumberParameters.number(context.pathParam("run"));
        RunReport run = store.runs().run(status.source().id(), number)
                .orElseThrow(() -> new Problem(404, "there is no run " + context.pathParam("run") + " of '"
                        + status.source().id() + "' in the ledger"));
        JsonAnswer.send(context, json -> RunJson.whole(json, store.runs(),
                controls.harvests().rules().of(status.source()), run));
    }
}
