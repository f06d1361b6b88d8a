package dev.sheaf.platform.report;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.schedule.metrics.CopyMetrics;
import dev.sheaf.schedule.metrics.IntervalShare;
import dev.sheaf.schedule.metrics.ObservationSeries;
import dev.sheaf.schedule.metrics.SourceMetrics;
import dev.sheaf.schedule.metrics.VariationShare;

/** Writer of synchronisation metrics as JSON. */
public final class StatsJson {

    private StatsJson() {}

    /** Supplier of the observations of a source, one by one. */
    public interface SeriesOfSource {
        /** Returns the observations of one source. */
        ObservationSeries of(SourceMetrics source);
    }

    /**
     * Writes a report as an object. Intervals and deviations are in steps; values that do not exist are null.
     *
     * @param latency acceptable latency, for the uniform model
     * @param series supplier of single observations; null if only the sums are wanted
     */
    public static void write(JsonGenerator json, SynchronisationReport report, Duration latency,
            @Nullable SeriesOfSource series) {
        json.writeStartObject();
        json.writeStringProperty("from", report.from().toString());
        json.writeStringProperty("until", report.until().toString());
        json.writeNumberProperty("stepSeconds", report.step());
        json.writeNumberProperty("freshness", report.freshness());
        json.writeNumberProperty("requests", report.harvests());
        json.writeNumberProperty("latencySeconds", latency.toSeconds());
        json.writeNumberProperty("requestsUniform", report.uniform(latency));
        json.writeNumberProperty("requestsAdaptive", report.adaptive());
        json.writeArrayPropertyStart("sources");
        report.sources().forEach(source -> source(json, report, source, latency, series));
        json.writeEndArray();
        json.writeArrayPropertyStart("unreadable");
        for (SynchronisationReport.Unreadable source : report.unreadable()) {
            json.writeStartObject();
            json.writeStringProperty("id", source.id());
            json.writeStringProperty("kind", source.kind());
            json.writeStringProperty("message", SynchronisationReport.Unreadable.TEXT);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("intervals");
        for (IntervalShare share : report.shares()) {
            share(json, "interval", share.label(), share.sources(), share.share());
        }
        json.writeEndArray();
        json.writeArrayPropertyStart("variations");
        for (VariationShare share : report.variations()) {
            share(json, "variation", share.label(), share.sources(), share.share());
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void share(JsonGenerator json, String name, String label, long sources, double share) {
        json.writeStartObject();
        json.writeStringProperty(name, label);
        json.writeNumberProperty("sources", sources);
        json.writeNumberProperty("share", share);
        json.writeEndObject();
    }

    private static void source(JsonGenerator json, SynchronisationReport report, SourceMetrics source, Duration latency,
            @Nullable SeriesOfSource series) {
        json.writeStartObject();
        json.writeStringProperty("id", source.id());
        json.writeStringProperty("kind", source.kind());
        json.writeNumberProperty("updates", source.metrics().updates());
        json.writeNumberProperty("records", source.metrics().records());
        number(json, "averageInterval", source.metrics().interval());
        number(json, "frequency", source.metrics().frequency());
        number(json, "recordsPerUpdate", source.metrics().recordsPerUpdate());
        number(json, "deviation", source.metrics().deviation());
        number(json, "variation", source.metrics().variation());
        copy(json, source.copy());
        if (source.copy() == null) {
            json.writeNullProperty("requestsUniform");
            json.writeNullProperty("requestsAdaptive");
        } else {
            json.writeNumberProperty("requestsUniform", report.uniformOfOne(latency));
            json.writeNumberProperty("requestsAdaptive", report.adaptive(source));
        }
        json.writeObjectPropertyStart("months");
        source.months().forEach(json::writeNumberProperty);
        json.writeEndObject();
        if (series != null) {
            series(json, series.of(source));
        }
        json.writeEndObject();
    }

    private static void series(JsonGenerator json, ObservationSeries series) {
        json.writeNumberProperty("observationCount", series.count());
        json.writeArrayPropertyStart("observations");
        for (ObservationSeries.Observation one : series.observations()) {
            json.writeStartObject();
            json.writeNumberProperty("observation", one.number());
            json.writeStringProperty("at", one.at().toString());
            json.writeNumberProperty("S", one.updated() ? 1 : 0);
            json.writeNumberProperty("R", one.records());
            json.writeNumberProperty("I", one.interval());
            if (one.fresh() == null) {
                json.writeNullProperty("F");
            } else {
                json.writeNumberProperty("F", one.fresh() ? 1 : 0);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the metrics of a copy. A source that is not harvested has none; the values are then null and not 0. */
    private static void copy(JsonGenerator json, @Nullable CopyMetrics copy) {
        if (copy == null) {
            json.writeNullProperty("harvests");
            json.writeNullProperty("freshness");
            json.writeNullProperty("ageHours");
        } else {
            json.writeNumberProperty("harvests", copy.harvests());
            json.writeNumberProperty("freshness", copy.freshness());
            json.writeNumberProperty("ageHours", copy.age());
        }
    }

    /** Writes a number. Infinity becomes null, because JSON has none: a source that never changed has no interval. */
    private static void number(JsonGenerator json, String name, double value) {
        if (Double.isFinite(value)) {
            json.writeNumberProperty(name, value);
        } else {
            json.writeNullProperty(name);
        }
    }
}
