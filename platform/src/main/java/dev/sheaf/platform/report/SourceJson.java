package dev.sheaf.platform.report;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.sync.derive.DerivedFormats;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.notices.AnnouncementReport;
import dev.sheaf.store.records.Repairs;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.RunReport;
import dev.sheaf.store.sources.NotedFaults;

/** Writer of all data of a source as JSON. */
public final class SourceJson {

    /** Number of latest runs that are written. */
    private static final int RUNS = 5;

    private SourceJson() {}

    /** Writes a source as an object. Secrets of its access options are masked. */
    public static void whole(JsonGenerator json, HubStore store, SourceStatus status) {
        Source source = status.source();
        json.writeStartObject();
        SourceReport.of(store, status).writeProperties(json);
        json.writeStringProperty("kind", source.kind().text());
        settings(json, source);
        strings(json, "derived", formats(store, source.id()));
        ProfileReport.write(json, store.profile(source.id()));
        json.writeNumberProperty("withheld", store.derivations().withheld(source.id()));
        Repairs.Tally tally = store.repairs().tally(source.id());
        json.writeNumberProperty("repaired", tally.repaired());
        json.writeNumberProperty("quarantined", tally.quarantined());
        NotedFaults.ProxyCount proxied = store.faults().proxied(source.id());
        json.writeNumberProperty("proxyRepaired", proxied.repaired());
        json.writeNumberProperty("proxyDropped", proxied.dropped());
        json.writeStringProperty("holding", store.control().holding(source.id()).map(Object::toString).orElse(null));
        json.writeStringProperty("outcome", status.lastOutcome() == null ? null : status.lastOutcome().toString());
        monitoring(json, store, source.id());
        store.announcements().report(source.id()).filter(AnnouncementReport::isWorthTelling)
                .ifPresent(report -> announcements(json, report));
        store.sourceSubscriptions().of(source.id()).ifPresent(subscription -> SourceSubscriptionText.write(json, subscription));
        json.writeEndObject();
    }

    private static void settings(JsonGenerator json, Source source) {
        Source.Settings settings = source.settings();
        strings(json, "prefixes", source.prefixes().stream().map(Object::toString).toList());
        strings(json, "sets", source.sets().stream().map(Object::toString).toList());
        json.writeStringProperty("latency", settings.latency() == null ? null : Phrases.duration(settings.latency()));
        json.writeStringProperty("policy", settings.policy());
        json.writeStringProperty("userAgent", settings.userAgent());
        json.writeStringProperty("fromHeader", settings.from());
        json.writeObjectPropertyStart("access");
        AccessReport.lines(settings.access())
                .forEach((label, value) -> json.writeStringProperty(AccessReport.property(label), value));
        json.writeEndObject();
    }

    /** Returns the formats into which a source's records are converted, oai_dc first. */
    public static List<String> formats(HubStore store, String id) {
        List<String> names = new ArrayList<>(List.of(MetadataPrefix.OAI_DC.value()));
        new DerivedFormats(store, () -> true).chosen(id).forEach(format -> names.add(format.prefix().value()));
        return names;
    }

    private static void monitoring(JsonGenerator json, HubStore store, String id) {
        json.writeArrayPropertyStart("itemsInFormats");
        for (FormatCount count : store.statistics().formats(id)) {
            json.writeStartObject();
            json.writeStringProperty("prefix", count.prefix().value());
            json.writeNumberProperty("items", count.live());
            json.writeNumberProperty("lacking", count.lacking());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeBooleanProperty("validate", store.monitoring().of(id).validate());
        json.writeBooleanProperty("history", store.monitoring().of(id).history());
        json.writeBooleanProperty("listed", store.monitoring().of(id).listed());
        json.writeArrayPropertyStart("censuses");
        for (CensusReport report : store.heldDeletions().censuses(id)) {
            json.writeStartObject();
            json.writeStringProperty("prefix", report.prefix().value());
            json.writeStringProperty("at", report.at().toString());
            json.writeNumberProperty("seen", report.seen());
            json.writeNumberProperty("missing", report.missing());
            json.writeBooleanProperty("held", report.held());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("runs");
        for (RunReport run : store.runs().last(id, RUNS)) {
            json.writeStartObject();
            RunJson.summary(json, run);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void announcements(JsonGenerator json, AnnouncementReport report) {
        json.writeObjectPropertyStart("announcements");
        json.writeBooleanProperty("signed", report.signed());
        json.writeNumberProperty("notifications", report.notifications());
        json.writeNumberProperty("pushes", report.pushes());
        json.writeStringProperty("lastNotification",
                report.last() == null ? null : report.last().truncatedTo(ChronoUnit.SECONDS).toString());
        json.writeNumberProperty("announced", report.announced());
        json.writeNumberProperty("missed", report.missed());
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }
}
