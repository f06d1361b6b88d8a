package dev.sheaf.platform.api;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;

import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.report.StatsJson;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.store.HubStore;

/** Routes for the change rates of sources, the freshness of their copies, and fixed intervals. */
final class ScheduleRoutes {

    private static final Duration LEAST = Duration.ofSeconds(SynchronisationReport.LEAST_STEP);
    private static final Duration MOST = Duration.ofDays(36_500);

    private final HubControls controls;
    private final HubStore store;

    ScheduleRoutes(HubControls controls) {
        this.controls = controls;
        this.store = controls.store();
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, Routes.API + "/stats", context -> stats(context, store.sources(), false)),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/stats",
                        context -> stats(context, List.of(SourceRoutes.known(store, context)), true)),
                new ApiRoute(HandlerType.POST, ApiRoute.SOURCE + "/pin", this::pin));
    }

    private void stats(Context context, List<SourceStatus> wanted, boolean series) {
        Duration step = duration(context, "step", "1d");
        Duration last = duration(context, "last", "365d");
        Duration latency = duration(context, "latency", "1d");
        if (step.compareTo(LEAST) < 0 || last.compareTo(step) < 0 || last.compareTo(MOST) > 0) {
            throw new Problem(422,
                    "'step' must be at least 5m, the precision of stored change times. 'last' must be at least as long as 'step' and at most 36,500 days.");
        }
        Instant now = controls.clock().instant();
        SynchronisationReport report = SynchronisationReport.of(store, wanted, now.minus(last), now, step.toSeconds());
        JsonAnswer.send(context,
                json -> StatsJson.write(json, report, latency, series ? source -> report.series(store, source) : null));
    }

    private static Duration duration(Context context, String name, String usual) {
        String text = context.queryParam(name);
        return read(name, text == null ? usual : text);
    }

    private static Duration read(String name, String text) {
        try {
            return SourceInput.duration(text);
        } catch (IllegalArgumentException failure) {
            throw new Problem(422, name + ": " + failure.getMessage());
        }
    }

    private void pin(Context context) throws IOException {
        String id = SourceRoutes.known(store, context).source().id();
        String interval = RequestBody.read(context, Set.of("interval")).text("interval");
        if (interval != null) {
            read("interval", interval);
        }
        SourceRoutes.tell(context, 200, controls.actions().pin(id, interval));
    }
}
