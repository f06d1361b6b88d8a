package dev.sheaf.platform.api;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.platform.report.SourceJson;
import dev.sheaf.platform.report.SourceReport;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.HarvestCare;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.platform.sync.operate.SourceAnnouncing;
import dev.sheaf.platform.sync.operate.SourceChange;
import dev.sheaf.platform.sync.operate.SourceEdit;
import dev.sheaf.platform.sync.operate.SourceEdit.Fault;
import dev.sheaf.platform.sync.operate.SourceField;
import dev.sheaf.platform.sync.operate.SourceInput;
import dev.sheaf.store.HubStore;

/** Routes of the programming interface that list, add, change and remove sources, harvest them, and pause, approve or roll them back. */
final class SourceRoutes {

    private static final Set<String> FIELDS = Arrays.stream(SourceField.values()).map(SourceField::text)
            .collect(Collectors.toUnmodifiableSet());
    /** Properties of a change; a new source has its announcements later. */
    private static final Set<String> CHANGED = Stream.concat(FIELDS.stream(), SourceAnnouncing.NAMES.stream())
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> HARVEST = Set.of("full", "census", "validate", "strict", "now", "prefixes", "sets", "from",
            "until");

    private final HubControls controls;
    private final HubStore store;
    private final String sourcesUrl;

    SourceRoutes(HubControls controls, String baseUrl) {
        this.controls = controls;
        this.store = controls.store();
        this.sourcesUrl = baseUrl + ApiRoute.SOURCES;
    }

    List<ApiRoute> routes() {
        return List.of(new ApiRoute(HandlerType.GET, ApiRoute.SOURCES, this::list),
                new ApiRoute(HandlerType.POST, ApiRoute.SOURCES, this::add),
                new ApiRoute(HandlerType.GET, ApiRoute.SOURCE, this::show),
                new ApiRoute(HandlerType.PATCH, ApiRoute.SOURCE, this::change),
                new ApiRoute(HandlerType.DELETE, ApiRoute.SOURCE, this::remove),
                new ApiRoute(HandlerType.POST, ApiRoute.SOURCE + "/harvest", this::harvest),
                action("pause", (actions, id) -> actions.pause(id)), action("resume", (actions, id) -> actions.resume(id)),
                action("hold", (actions, id) -> actions.hold(id)), action("release", (actions, id) -> actions.release(id)),
                action("cancel", (actions, id) -> actions.cancel(id)),
                patiently("approve", "the deletions are being carried out", (actions, id) -> actions.approve(id)),
                action("reject", (actions, id) -> actions.reject(id)),
                patiently("rollback", "the last run is being undone", (actions, id) -> actions.rollback(id)),
                new ApiRoute(HandlerType.POST, ApiRoute.SOURCE + "/undo", this::undo));
    }

    /** Action that needs only the source. */
    private interface Action {
        ActionResult on(SourceActions actions, String id);
    }

    private ApiRoute action(String name, Action action) {
        return new ApiRoute(HandlerType.POST, ApiRoute.SOURCE + "/" + name, context -> {
            RequestBody.read(context, Set.of());
            tell(context, 200, action.on(controls.actions(), id(context)));
        });
    }

    private ApiRoute patiently(String name, String doing, Action action) {
        return action(name, (actions, id) -> controls.harvests().patiently(id, doing, () -> action.on(actions, id)));
    }

    static String id(Context context) {
        return context.pathParam("source");
    }

    /**
     * Returns the source of a request.
     *
     * @throws Problem if there is no such source
     */
    static SourceStatus known(HubStore store, Context context) {
        return store.status(id(context)).orElseThrow(() -> new Problem(404, "there is no source '" + id(context) + "'"));
    }

    private void list(Context context) {
        JsonAnswer.send(context, json -> {
            json.writeStartArray();
            for (SourceStatus status : store.sources()) {
                json.writeStartObject();
                SourceReport.of(store, status).writeProperties(json);
                json.writeEndObject();
            }
            json.writeEndArray();
        });
    }

    private void show(Context context) {
        SourceStatus status = known(store, context);
        JsonAnswer.send(context, json -> SourceJson.whole(json, store, status));
    }

    private void add(Context context) throws IOException {
        Set<String> known = new HashSet<>(FIELDS);
        known.add("id");
        RequestBody body = RequestBody.read(context, known);
        String id = body.text("id");
        String baseUrl = body.text(SourceField.BASE_URL.text());
        if (id == null || baseUrl == null) {
            throw new Problem(422, "A new source needs an 'id' and a 'baseUrl'.");
        }
        // All values are judged at once, so that nobody corrects one after another.
        String wrongId = null;
        try {
            Source.checkId(id);
        } catch (IllegalArgumentException failure) {
            wrongId = "id: " + failure.getMessage();
        }
        SourceChange change = edited(body.fields(), SourceChange.of(Source.harvested(wrongId == null ? id : "new", baseUrl)),
                wrongId);
        ActionResult result = controls.actions().add(change);
        if (result.isDone()) {
            context.header("Location", sourcesUrl + "/" + id);
        }
        tell(context, 201, result);
    }

    private void change(Context context) throws IOException {
        Source source = known(store, context).source();
        RequestBody body = RequestBody.read(context, CHANGED);
        SourceAnnouncing announcing = announcing(body, source);
        SourceChange change = edited(body.fields(), SourceChange.of(store, source), null);
        ActionResult result = controls.actions().change(change);
        if (announcing.isGiven() && result.isDone()) {
            announcing.apply(store, source, controls.clock().instant());
        }
        if (change.derived() != null) {
            controls.harvests().derive(source.id());
        }
        tell(context, 200, result);
    }

    private SourceAnnouncing announcing(RequestBody body, Source source) {
        SourceAnnouncing announcing;
        try {
            announcing = SourceAnnouncing.of(body::given);
        } catch (IllegalArgumentException failure) {
            throw new Problem(422, String.valueOf(failure.getMessage()));
        }
        announcing.refusal(source).ifPresent(refusal -> {
            throw new Problem(422, refusal);
        });
        announcing.unsigned(store, source).ifPresent(reason -> {
            throw new Problem(422, reason);
        });
        return announcing;
    }

    /** @param other another wrong value of the request; null if there is none */
    private static SourceChange edited(Map<SourceField, List<String>> fields, SourceChange before, @Nullable String other) {
        SourceEdit edit = new SourceEdit(fields);
        SourceChange change = edit.applyTo(before);
        List<Fault> faults = edit.faults();
        if (other != null || !faults.isEmpty()) {
            throw new Problem(422, Stream.concat(Stream.ofNullable(other),
                    faults.stream().map(fault -> fault.field().text() + ": " + fault.message()))
                    .collect(Collectors.joining("; ")), faults);
        }
        return change;
    }

    private void remove(Context context) {
        String keep = context.queryParam("keepRecords");
        if (keep != null && !keep.equals("true") && !keep.equals("false")) {
            throw new Problem(422, "'keepRecords' must be true or false.");
        }
        tell(context, 200, controls.actions().remove(id(context), "true".equals(keep)));
    }

    private void harvest(Context context) throws IOException {
        RequestBody body = RequestBody.read(context, HARVEST);
        HarvestOptions options = HarvestOptions.DEFAULT.withFull(body.truth("full")).withStrict(body.truth("strict"))
                .withLists(body.texts("prefixes").stream().map(text -> read("prefixes", text, SourceInput::prefix)).toList(),
                        body.texts("sets").stream().map(text -> read("sets", text, SourceInput::set)).toList())
                .withWindow(datestamp("from", body.text("from")), datestamp("until", body.text("until")));
        tell(context, 202, controls.harvests().start(id(context), options,
                new HarvestCare(body.truth("census"), body.truth("validate"), body.truth("now"))));
    }

    private void undo(Context context) throws IOException {
        Long run = RequestBody.read(context, Set.of("run")).number("run");
        String id = id(context);
        tell(context, 200, controls.harvests().patiently(id, "the inferred deletions of a run are being undone",
                () -> controls.actions().undo(id, run)));
    }

    private static @Nullable Datestamp datestamp(String name, @Nullable String text) {
        return text == null ? null : read(name, text, Datestamp::parse);
    }

    private static <T> T read(String name, String text, Function<String, T> reading) {
        try {
            return reading.apply(text);
        } catch (IllegalArgumentException failure) {
            throw new Problem(422, name + ": " + failure.getMessage());
        }
    }

    /**
     * Answers with the result of an action.
     *
     *
     *
     * @param done status of the response if the action succeeded
     */
    static void tell(Context context, int done, ActionResult result) {
        switch (result.kind()) {
            case DONE -> context.status(done);
            case BEGUN -> context.status(202);
            case NOTHING -> context.status(200);
            case UNKNOWN -> throw new Problem(404, result.message());
            case BUSY, WAITING, REFUSED -> throw new Problem(409, result.message());
        }
        JsonAnswer.send(context, json -> {
            json.writeStartObject();
            json.writeBooleanProperty("changed",
                    result.kind() == ActionResult.Kind.DONE || result.kind() == ActionResult.Kind.BEGUN);
            json.writeStringProperty("message", result.message());
            json.writeEndObject();
        });
    }
}
