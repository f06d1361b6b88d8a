package dev.sheaf.platform.api;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.store.Source;
import dev.sheaf.platform.report.FaultsJson;
import dev.sheaf.platform.report.RepairReport;
import dev.sheaf.platform.report.RepairReportFormat;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.operate.SourceActions.Replayed;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sources.NotedFault;

/** Routes for faulty records and pending deletions: repairs, the quarantine, and deletions that wait for approval. */
final class FaultRoutes {

    private static final String QUARANTINE = ApiRoute.SOURCE + "/quarantine";
    private static final String HARVEST = "harvest";
    private static final String PROXY = "proxy";
    private static final int USUAL = 50;
    private static final int MOST = 1_000;
    private static final int FARTHEST = 10_000_000;

    private final HubControls controls;
    private final HubStore store;

    FaultRoutes(HubControls controls) {
        this.controls = controls;
        this.store = controls.store();
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/repairs", this::repairs),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/report", this::report),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE + "/held", this::held),
                new ApiRoute(HandlerType.GET, QUARANTINE, this::quarantine),
                new ApiRoute(HandlerType.POST, QUARANTINE + "/replay", this::replay),
                new ApiRoute(HandlerType.GET, QUARANTINE + "/{key}", this::one),
                new ApiRoute(HandlerType.GET, QUARANTINE + "/{key}/raw", this::raw));
    }

    private static int limit(Context context) {
        return NumberParameters.number(context, "limit", USUAL, 1, MOST);
    }

    private String known(Context context) {
        return SourceRoutes.known(store, context).source().id();
    }

    private static <T> void array(Context context, List<T> values, BiConsumer<JsonGenerator, T> writer) {
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            values.forEach(value -> writer.accept(json, value));
            json.writeEndArray();
        });
    }

    private void repairs(Context context) {
        String id = known(context);
        int limit = limit(context);
        String by = context.queryParam("by");
        if (by != null && !by.equals(HARVEST) && !by.equals(PROXY)) {
            throw new Problem(422, "'by' must be harvest or proxy.");
        }
        List<NotedFault> faults = new ArrayList<>();
        if (!PROXY.equals(by)) {
            faults.addAll(store.faults().ofHarvests(id, limit));
        }
        if (!HARVEST.equals(by)) {
            faults.addAll(store.faults().ofProxy(id, limit));
        }
        array(context, faults, FaultsJson::repair);
    }

    private void report(Context context) throws IOException {
        Source source = SourceRoutes.known(store, context).source();
        String wanted = context.queryParam("format");
        RepairReportFormat format = RepairReportFormat.fromText(wanted == null ? "json" : wanted)
                .orElseThrow(() -> new Problem(422, "'format' must be json or html."));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.write(RepairReport.of(store, source, controls.clock().instant()), bytes);
        context.contentType(format.contentType()).result(bytes.toByteArray());
    }

    private void held(Context context) {
        array(context, store.heldDeletions().list(known(context), limit(context)), FaultsJson::held);
    }

    private void quarantine(Context context) {
        array(context, store.repairs().quarantine(known(context), limit(context),
                NumberParameters.number(context, "offset", 0, 0, FARTHEST)), FaultsJson::quarantined);
    }

    private void one(Context context) {
        var entry = store.repairs().quarantine(known(context), context.pathParam("key")).orElseThrow(FaultRoutes::unknown);
        JsonAnswer.send(context, json -> FaultsJson.quarantined(json, entry));
    }

    private void raw(Context context) {
        byte[] raw = store.repairs().raw(known(context), context.pathParam("key")).orElseThrow(FaultRoutes::unknown);
        context.contentType("application/octet-stream").result(raw);
    }

    private static Problem unknown() {
        return new Problem(404, "there is nothing of this name in quarantine");
    }

    private void replay(Context context) throws IOException {
        RequestBody body = RequestBody.read(context, Set.of("keys"));
        List<String> keys = body.texts("keys");
        if (keys.size() > MOST) {
            throw new Problem(422, "'keys' can name " + MOST + " things at once.");
        }
        Replayed replayed = controls.actions().replay(SourceRoutes.id(context), keys);
        if (!replayed.result().isDone() && replayed.things().isEmpty()) {
            SourceRoutes.tell(context, 200, replayed.result());
            return;
        }
        JsonAnswer.send(context, json -> {
            json.writeStartObject();
            json.writeBooleanProperty("changed", replayed.result().kind() == ActionResult.Kind.DONE);
            json.writeStringProperty("message", replayed.result().message());
            json.writeArrayPropertyStart("things");
            replayed.things().forEach(thing -> FaultsJson.replayed(json, thing));
            json.writeEndArray();
            json.writeEndObject();
        });
    }
}
