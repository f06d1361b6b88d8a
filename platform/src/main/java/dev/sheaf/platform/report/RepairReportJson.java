package dev.sheaf.platform.report;

import java.io.OutputStream;
import java.time.Instant;
import java.util.Locale;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.store.sources.NotedFault;

/** Writer of a repair report as JSON. Characters that control a terminal are escaped. */
final class RepairReportJson {

    private static final JsonMapper MAPPER = JsonMapper
            .builder(JsonFactory.builder().characterEscapes(new ControlEscapes()).build())
            .build();

    private RepairReportJson() {}

    /** Escapes DEL and the control characters beyond ASCII, as Jackson does with those below the space. */
    private static final class ControlEscapes extends CharacterEscapes {

        private static final long serialVersionUID = 1;
        private static final int DEL = 0x7F;
        private static final int LAST_CONTROL = 0x9F;

        private final int[] ascii = standardAsciiEscapesForJSON();

        ControlEscapes() {
            ascii[DEL] = ESCAPE_STANDARD;
        }

        @Override
        public int[] getEscapeCodesForAscii() {
            return ascii;
        }

        @Override
        public @Nullable SerializableString getEscapeSequence(int character) {
            return character > DEL && character <= LAST_CONTROL
                    ? new SerializedString("\\u%04x".formatted(character))
                    : null;
        }
    }

    static void write(RepairReport report, OutputStream out) {
        JsonGenerator json = MAPPER.writerWithDefaultPrettyPrinter().createGenerator(out);
        json.writeStartObject();
        json.writeStringProperty("source", report.id());
        json.writeStringProperty("name", report.name());
        json.writeStringProperty("baseUrl", report.baseUrl());
        json.writeStringProperty("made", report.made().toString());
        json.writeBooleanProperty("shortened", report.isShortened());
        json.writeArrayPropertyStart("kinds");
        for (RepairReport.Chapter chapter : report.chapters()) {
            json.writeStartObject();
            json.writeStringProperty("kind", chapter.kind());
            json.writeStringProperty("fault", chapter.fault());
            json.writeStringProperty("remedy", chapter.remedy());
            json.writeNumberProperty("records", chapter.records());
            json.writeStringProperty("since", text(chapter.since().orElse(null)));
            json.writeStringProperty("last", text(chapter.last().orElse(null)));
            json.writeArrayPropertyStart("faults");
            chapter.faults().forEach(fault -> write(json, fault));
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
        // The stream stays the caller's.
        json.flush();
    }

    private static void write(JsonGenerator json, NotedFault fault) {
        json.writeStartObject();
        json.writeStringProperty("identifier", fault.identifier());
        json.writeStringProperty("prefix", fault.prefix().isEmpty() ? null : fault.prefix());
        json.writeStringProperty("met", fault.met().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        json.writeStringProperty("what", fault.what());
        json.writeStringProperty("received", fault.before().isEmpty() ? null : fault.before());
        json.writeStringProperty("repaired", fault.after().isEmpty() ? null : fault.after());
        json.writeStringProperty("since", text(fault.since()));
        json.writeStringProperty("last", text(fault.last()));
        json.writeNumberProperty("times", fault.times());
        json.writeEndObject();
    }

    private static @Nullable String text(@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
