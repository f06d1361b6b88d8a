package dev.sheaf.platform.report;

import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.platform.sync.operate.ReplayResult;
import dev.sheaf.store.records.QuarantineEntry;
import dev.sheaf.store.runs.HeldDeletions.Held;
import dev.sheaf.store.sources.NotedFault;

/** Writer of faults of records and of pending deletions as JSON. */
public final class FaultsJson {

    private FaultsJson() {}

    /** Writes an entry of the quarantine as an object. */
    public static void quarantined(JsonGenerator json, QuarantineEntry entry) {
        json.writeStartObject();
        json.writeStringProperty("key", entry.key());
        json.writeNumberProperty("run", entry.run());
        json.writeStringProperty("identifier", entry.identifier());
        json.writeStringProperty("prefix", entry.prefix() == null ? null : entry.prefix().value());
        json.writeStringProperty("reason", entry.reason());
        json.writeNumberProperty("size", entry.size());
        json.writeEndObject();
    }

    /** Writes the result of reading an entry of the quarantine again, as an object. */
    public static void replayed(JsonGenerator json, ReplayResult result) {
        json.writeStartObject();
        json.writeStringProperty("key", result.key());
        json.writeStringProperty("identifier", result.identifier());
        json.writeStringProperty("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("message", result.message());
        json.writeEndObject();
    }

    /** Writes a repaired or omitted fault as an object. */
    public static void repair(JsonGenerator json, NotedFault fault) {
        boolean proxied = fault.met() == NotedFault.Met.PROXY_REPAIRED || fault.met() == NotedFault.Met.PROXY_DROPPED;
        json.writeStartObject();
        json.writeStringProperty("by", proxied ? "proxy" : "harvest");
        json.writeStringProperty("identifier", fault.identifier());
        json.writeStringProperty("prefix", fault.prefix().isEmpty() ? null : fault.prefix());
        json.writeStringProperty("kind", fault.kind());
        json.writeStringProperty("what", fault.what());
        json.writeBooleanProperty("lost", fault.isLoss());
        json.writeStringProperty("since", time(fault.since()));
        json.writeStringProperty("last", time(fault.last()));
        if (proxied) {
            json.writeNumberProperty("times", fault.times());
        }
        json.writeEndObject();
    }

    private static @Nullable String time(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }

    /** Writes a pending deletion as an object. */
    public static void held(JsonGenerator json, Held held) {
        json.writeStartObject();
        json.writeStringProperty("identifier", held.identifier());
        json.writeStringProperty("prefix", held.prefix().value());
        json.writeNumberProperty("run", held.run());
        json.writeEndObject();
    }
}
