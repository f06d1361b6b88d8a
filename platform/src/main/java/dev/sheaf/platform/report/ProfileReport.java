package dev.sheaf.platform.report;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;

/** Report on a source's server, for people and for scripts. */
public final class ProfileReport {

    private ProfileReport() {}

    /** Returns the learnt traits of a server by their names; pinned values are marked. */
    public static Map<String, String> lines(ServerProfile profile) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (ServerTrait trait : ServerTrait.values()) {
            profile.get(trait).ifPresent(value -> lines.put(trait.label(),
                    shown(trait, value) + (profile.isPinned(trait) ? " (pinned)" : "")));
        }
        return lines;
    }

    private static String shown(ServerTrait trait, String value) {
        return switch (trait) {
            case OVERLAP, LATENESS, TOKEN_LIFE -> Phrases.duration(Duration.parse(value));
            case PAGE_TIME -> Duration.parse(value).toMillis() + " ms";
            case LIST_LIMIT -> value.equals("0")
                    ? "an unknown size"
                    : Phrases.number(Long.parseLong(value)) + " records";
            case PROTOCOL, GRANULARITY, STATED_GRANULARITY, RANGES, HEADER_DATES, UNTIL, ORDERED, SIZES, SIZE_EVIDENCE, TOKENS,
                    TOKENS_ONCE,
                    PAGE_SIZE, COMPRESSION, DELETIONS, DUMPS, GONE_BACK -> value;
        };
    }

    /** Writes the property {@code server}: each trait with its value, and the names of the pinned ones. */
    public static void write(JsonGenerator generator, ServerProfile profile) {
        generator.writeObjectPropertyStart("server");
        for (ServerTrait trait : ServerTrait.values()) {
            profile.get(trait).ifPresent(value -> generator.writeStringProperty(trait.text(), value));
        }
        generator.writeArrayPropertyStart("pinned");
        profile.pinned().keySet().forEach(trait -> generator.writeString(trait.text()));
        generator.writeEndArray();
        generator.writeEndObject();
    }
}
