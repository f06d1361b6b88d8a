package dev.sheaf.platform.report;

import java.util.Locale;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.store.Repair;
import dev.sheaf.platform.store.HeldDeletions.Held;
import dev.sheaf.platform.store.QuarantineEntry;
import dev.sheaf.platform.sync.ReplayResult;

/** Writes what is wrong with records, and what waits for a decision, as JSON. */
public final class FaultsJson {

    private FaultsJson() {}

    /** Something in quarantine, as an object. */
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

    /** What came of reading something again, as an object. */
    public static void replayed(JsonGenerator json, ReplayResult result) {
        json.writeStartObject();
        json.writeStringProperty("key", result.key());
        json.writeStringProperty("identifier", result.identifier());
        json.writeStringProperty("outcome", result.outcome().name().toLowerCase(Locale.ROOT));
        json.writeStringProperty("message", result.message());
        json.writeEndObject();
    }

    /** A repair, as an object. */
    public static void repair(JsonGenerator json, Repair repair) {
        json.writeStartObject();
        json.writeStringProperty("identifier", repair.identifier());
        json.writeStringProperty("prefix", repair.prefix().value());
        json.writeStringProperty("kind", repair.kind().text());
        json.writeStringProperty("what", repair.what());
        json.writeEndObject();
    }

    /** A deletion that is held, as an object. */
    public static void held(JsonGenerator json, Held held) {
        json.writeStartObject();
        json.writeStringProperty("identifier", held.identifier());
        json.writeStringProperty("prefix", held.prefix().value());
        json.writeNumberProperty("run", held.run());
        json.writeEndObject();
    }
}
