package dev.sheaf.transfer.exports;

import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.formats.normalise.Normalised;
import dev.sheaf.formats.normalise.Normalised.Reading;

/** Normalised values of a record as an object. Each value has its original text next to it. */
final class NormalisedJson {

    private final JsonGenerator json;

    NormalisedJson(JsonGenerator json) {
        this.json = json;
    }

    void write(Normalised normalised) {
        json.writeStartObject();
        array("dates", normalised.dates(), date -> {
            text("iso", date.iso());
            number("from", date.from());
            number("until", date.until());
            json.writeBooleanProperty("approximate", date.approximate());
        });
        array("languages", normalised.languages(), language -> {
            text("tag", language.tag());
            text("iso639-1", language.iso639_1());
            text("iso639-3", language.iso639_3());
        });
        array("names", normalised.names(), name -> {
            text("family", name.family());
            text("given", name.given());
            text("orcid", name.orcid());
        });
        array("bodies", normalised.bodies(), body -> text("name", body.name()));
        array("types", normalised.types(), type -> {
            text("label", type.label());
            text("dcmi", type.dcmi());
            text("coar", type.coar());
        });
        array("formats", normalised.formats(), format -> text("mediaType", format.text()));
        array("identifiers", normalised.identifiers(), named -> {
            text("scheme", named.identifier().scheme().text());
            text("value", named.identifier().value());
            text("url", named.identifier().url());
            text("role", named.role().text());
        });
        json.writeEndObject();
    }

    private <T> void array(String name, List<Reading<T>> readings, Consumer<T> properties) {
        json.writeArrayPropertyStart(name);
        for (Reading<T> reading : readings) {
            json.writeStartObject();
            properties.accept(reading.value());
            text("original", reading.original());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void text(String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }

    private void number(String name, @Nullable Integer value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeNumberProperty(name, value);
        }
    }
}
