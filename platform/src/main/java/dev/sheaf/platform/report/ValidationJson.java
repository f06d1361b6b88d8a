package dev.sheaf.platform.report;

import java.util.Locale;

import tools.jackson.core.JsonGenerator;

import dev.sheaf.validator.report.ListSnapshot;
import dev.sheaf.validator.report.RuleResult;
import dev.sheaf.validator.report.RuleText;
import dev.sheaf.validator.report.ValidationReport;
import dev.sheaf.validator.report.Verdict;
import dev.sheaf.validator.report.Violation;

/** Writer of a validation report as JSON. Stateless. */
public final class ValidationJson {

    /** Name of the records that were seen. */
    static final String LISTED = "listed";

    private ValidationJson() {}

    /** Writes the report as one object. */
    public static void write(JsonGenerator json, ValidationReport report) {
        json.writeStartObject();
        json.writeStringProperty("baseUrl", report.baseUrl());
        json.writeStringProperty("repository", report.repository());
        json.writeStringProperty("outcome", report.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        json.writeStringProperty("unjudged", report.unjudged().isEmpty() ? null : report.unjudged());
        json.writeArrayPropertyStart("profiles");
        report.profiles().forEach(json::writeString);
        json.writeEndArray();
        json.writeStringProperty("began", report.began().toString());
        json.writeNumberProperty("seconds", report.took().toMillis() / 1e3);
        json.writeNumberProperty("requests", report.requests());
        json.writeNumberProperty("records", report.records());
        json.writeStringProperty("scope", report.scope());
        json.writeObjectPropertyStart("counts");
        report.counts().forEach((verdict, count) -> json.writeNumberProperty(verdict.text(), count));
        json.writeEndObject();
        json.writeArrayPropertyStart("results");
        report.results().forEach(result -> write(json, result));
        json.writeEndArray();
        write(json, report.listed());
        json.writeEndObject();
    }

    /** Writes the records that were seen, which {@link EarlierReport} reads. */
    private static void write(JsonGenerator json, ListSnapshot listed) {
        json.writeObjectPropertyStart(LISTED);
        json.writeStringProperty("at", listed.listedAt());
        json.writeBooleanProperty("whole", listed.isWhole());
        json.writeArrayPropertyStart("records");
        listed.records().forEach((identifier, seen) -> {
            json.writeStartObject();
            json.writeStringProperty("identifier", identifier);
            json.writeStringProperty("datestamp", seen.datestamp());
            json.writeBooleanProperty("deleted", seen.isDeleted());
            json.writeStringProperty("metadata", seen.metadata());
            json.writeEndObject();
        });
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RuleResult result) {
        RuleText text = result.text();
        json.writeStartObject();
        json.writeStringProperty("rule", result.rule());
        json.writeStringProperty("level", text.level().name());
        json.writeStringProperty("clause", text.clause());
        json.writeStringProperty("title", text.title());
        json.writeStringProperty("verdict", result.verdict().text());
        json.writeStringProperty("reason", result.reason().isEmpty() ? null : result.reason());
        json.writeNumberProperty("judged", result.judged());
        json.writeNumberProperty("broken", result.broken());
        if (result.verdict() != Verdict.PASSED) {
            json.writeStringProperty("why", text.why());
            json.writeStringProperty("remedy", text.mend());
            json.writeObjectPropertyStart("remedies");
            text.platforms().forEach(json::writeStringProperty);
            json.writeEndObject();
        }
        json.writeArrayPropertyStart("violations");
        for (Violation violation : result.violations()) {
            json.writeStartObject();
            json.writeStringProperty("message", violation.message());
            json.writeStringProperty("request", violation.request());
            json.writeNumberProperty("status", violation.status());
            json.writeStringProperty("identifier", violation.identifier());
            json.writeStringProperty("excerpt", violation.excerpt());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
