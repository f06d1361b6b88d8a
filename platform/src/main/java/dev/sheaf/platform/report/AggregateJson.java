package dev.sheaf.platform.report;

import java.time.Instant;
import java.util.List;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.store.HubStore;

/** Writer of aggregates as JSON, for commands and the programming interface. */
public final class AggregateJson {

    private static final Instant FOREVER = Instant.ofEpochSecond(253_402_300_799L);

    private AggregateJson() {}

    /** Writes an aggregate as a JSON object. */
    public static void write(JsonGenerator json, HubStore store, Aggregate aggregate) {
        json.writeStartObject();
        json.writeStringProperty("id", aggregate.id());
        json.writeStringProperty("name", aggregate.name());
        json.writeNumberProperty("records", records(store, aggregate.id()));
        strings(json, "sources", aggregate.sources());
        strings(json, "sets", aggregate.sets().stream().map(SetSpec::value).toList());
        strings(json, "prefixes", aggregate.prefixes().stream().map(MetadataPrefix::value).toList());
        json.writeStringProperty("query", aggregate.query());
        json.writeStringProperty("collisions", aggregate.collisions().text());
        strings(json, "trusted", aggregate.trusted());
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, String name, List<String> values) {
        json.writeArrayPropertyStart(name);
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    /** Returns the number of live records of an aggregate, in the format that has most; 0 for an unknown aggregate. */
    public static long records(HubStore store, String id) {
        Repository repository = id.equals(Aggregate.EVERYTHING)
                ? store.aggregate("")
                : store.repository(id, "").orElse(null);
        return repository == null
                ? 0
                : repository.formats().stream().mapToLong(format -> repository
                        .records(new RecordQuery(format.prefix(), null, FOREVER, null, null, 1, true, true)).size().orElse(0))
                        .max().orElse(0);
    }
}
