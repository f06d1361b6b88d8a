package dev.sheaf.platform.report;

import java.time.Instant;
import java.util.Base64;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.harvester.http.CurlCommand;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.store.runs.RunProgress;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.runs.RunUpdate.BrokenRule;
import dev.sheaf.store.runs.RunUpdate.Failure;
import dev.sheaf.store.runs.RunUpdate.Invalid;
import dev.sheaf.store.runs.RunUpdate.ListReport;
import dev.sheaf.store.runs.RunUpdate.Note;
import dev.sheaf.store.runs.Runs;

/** Writer of the stored data of runs as JSON. */
public final class RunJson {

    private RunJson() {}

    /** Writes the numbers of a run as properties of the open object. */
    public static void summary(JsonGenerator json, RunReport run) {
        HarvestOutcome outcome = run.outcome();
        RunProgress progress = run.progress();
        json.writeNumberProperty("run", run.number());
        json.writeStringProperty("kind", run.kind().text());
        json.writeStringProperty("started", run.started().toString());
        json.writeStringProperty("ended", text(run.ended()));
        json.writeStringProperty("verdict", outcome == null ? null : outcome.verdict().text());
        json.writeStringProperty("reason", outcome == null ? null : outcome.reason());
        counts(json, RunText.counts(run));
        traffic(json, progress);
        RunProgress.Checks checks = progress.checks();
        if (checks != null) {
            json.writeNumberProperty("checkedPages", checks.pages());
            json.writeNumberProperty("invalidPages", checks.invalidPages());
            json.writeNumberProperty("checkedRecords", checks.records());
            json.writeNumberProperty("invalidRecords", checks.invalidRecords());
            json.writeNumberProperty("uncheckedRecords", checks.uncheckedRecords());
            json.writeNumberProperty("recordsInOtherFormats", checks.otherFormats());
        }
    }

    /** Writes the result of a run as properties of the open object. */
    public static void outcome(JsonGenerator json, String id, HarvestOutcome outcome) {
        json.writeStringProperty("id", id);
        json.writeStringProperty("verdict", outcome.verdict().text());
        json.writeStringProperty("reason", outcome.reason());
        counts(json, outcome.counts());
        json.writeNumberProperty("pages", outcome.pages());
    }

    /** Writes the numbers of records by their outcome as properties of the open object. */
    public static void counts(JsonGenerator json, Counts counts) {
        json.writeNumberProperty("new", counts.created());
        json.writeNumberProperty("changed", counts.changed());
        json.writeNumberProperty("same", counts.same());
        json.writeNumberProperty("deleted", counts.deleted());
        json.writeNumberProperty("refused", counts.refused());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    /** Writes the progress of a run, as an object. */
    public static void progress(JsonGenerator json, RunReport run, RunProgress progress) {
        json.writeObjectPropertyStart("progress");
        json.writeNumberProperty("run", run.number());
        json.writeStringProperty("started", run.started().toString());
        json.writeStringProperty("told", progress.told().toString());
        json.writeStringProperty("doing", progress.doing());
        json.writeStringProperty("address", progress.address());
        json.writeStringProperty("waitingUntil", text(progress.waitingUntil()));
        json.writeNumberProperty("list", progress.list());
        json.writeNumberProperty("lists", progress.lists());
        json.writeNumberProperty("page", progress.page());
        json.writeNumberProperty("received", progress.received());
        number(json, "listSize", progress.listSize());
        json.writeNumberProperty("rate", progress.rate());
        number(json, "secondsLeft", progress.secondsLeft() < 0 ? null : progress.secondsLeft());
        counts(json, progress.counts());
        traffic(json, progress);
        json.writeEndObject();
    }

    private static void traffic(JsonGenerator json, RunProgress progress) {
        json.writeNumberProperty("pages", progress.pages());
        json.writeNumberProperty("requests", progress.requests());
        json.writeNumberProperty("wireBytes", progress.wireBytes());
        json.writeNumberProperty("bytes", progress.bytes());
    }

    private static void number(JsonGenerator json, String name, @Nullable Long value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeNumberProperty(name, value);
        }
    }

    /**
     * Writes all stored data of a run as an object.
     *
     * @param asked rules for requests to its source
     */
    public static void whole(JsonGenerator json, Runs ledger, FetchRules asked, RunReport run) {
        json.writeStartObject();
        summary(json, run);
        json.writeArrayPropertyStart("lists");
        ledger.lists(run.number()).forEach(list -> list(json, list));
        json.writeEndArray();
        json.writeArrayPropertyStart("notes");
        for (Note note : ledger.notes(run.number())) {
            json.writeStartObject();
            json.writeStringProperty("at", note.at().toString());
            json.writeStringProperty("message", note.message());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("failures");
        ledger.failures(run.number()).forEach(failure -> failure(json, asked, failure));
        json.writeEndArray();
        json.writeArrayPropertyStart("brokenRules");
        for (BrokenRule broken : ledger.rules(run.number())) {
            json.writeStartObject();
            json.writeStringProperty("rule", broken.rule());
            json.writeNumberProperty("times", broken.times());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("invalid");
        for (Invalid invalid : ledger.invalid(run.number())) {
            json.writeStartObject();
            json.writeStringProperty("identifier", invalid.identifier());
            json.writeStringProperty("address", invalid.address());
            json.writeNumberProperty("line", invalid.line());
            json.writeStringProperty("message", invalid.message());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void list(JsonGenerator json, ListReport list) {
        SetSpec set = list.sent().set();
        json.writeStartObject();
        json.writeStringProperty("prefix", list.sent().prefix().value());
        json.writeStringProperty("set", set == null ? null : set.value());
        json.writeStringProperty("from", text(list.sent().from()));
        json.writeStringProperty("until", text(list.sent().until()));
        json.writeBooleanProperty("resumed", list.resumed());
        json.writeNumberProperty("received", list.received());
        number(json, "size", list.size());
        json.writeStringProperty("missing", list.missing());
        json.writeArrayPropertyStart("strategies");
        list.strategies().forEach(strategy -> json.writeString(strategy.code()));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static @Nullable String text(@Nullable Datestamp datestamp) {
        return datestamp == null ? null : datestamp.text();
    }

    private static void failure(JsonGenerator json, FetchRules asked, Failure failure) {
        Integer status = failure.status();
        json.writeStartObject();
        json.writeStringProperty("at", failure.at().toString());
        json.writeStringProperty("address", failure.address());
        json.writeStringProperty("reason", failure.reason());
        number(json, "status", status == null ? null : status.longValue());
        json.writeStringProperty("headers", failure.headers());
        json.writeNumberProperty("size", failure.size());
        json.writeStringProperty("body", Base64.getEncoder().encodeToString(failure.body()));
        json.writeStringProperty("curl", CurlCommand.of(failure.address(), asked));
        json.writeEndObject();
    }
}
