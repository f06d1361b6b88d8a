package dev.sheaf.platform.web.watch;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

import dev.sheaf.platform.watch.KeptReport;
import dev.sheaf.platform.watch.KeptReport.Example;
import dev.sheaf.platform.watch.KeptReport.Finding;
import dev.sheaf.platform.watch.VerdictText;
import dev.sheaf.platform.web.watch.ConformancePage.Section;
import dev.sheaf.store.conformance.KeptValidation;
import dev.sheaf.store.conformance.Validations.NewestResults;

/** The page of a repository as JSON. Stateless. */
final class ConformanceJson {

    private ConformanceJson() {}

    /** Writes one object. */
    static void write(JsonGenerator json, String source, String address, VerdictText verdict, @Nullable NewestResults newest,
            Iterable<KeptValidation> history, Optional<KeptReport> report, Iterable<Section> sections) {
        json.writeStartObject();
        json.writeStringProperty("source", source);
        json.writeStringProperty("baseUrl", address);
        json.writeStringProperty("verdict", verdict.text());
        json.writeStringProperty("lastPassed",
                newest == null ? null : newest.passed().map(Object::toString).orElse(null));
        json.writeArrayPropertyStart("history");
        history.forEach(one -> write(json, one));
        json.writeEndArray();
        json.writeArrayPropertyStart("profiles");
        report.ifPresent(it -> it.profiles().forEach(json::writeString));
        json.writeEndArray();
        json.writeArrayPropertyStart("results");
        sections.forEach(section -> section.findings().forEach(finding -> write(json, finding)));
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, KeptValidation one) {
        json.writeStartObject();
        json.writeStringProperty("began", one.began().toString());
        json.writeNumberProperty("seconds", one.took().toSeconds());
        json.writeStringProperty("cause", one.cause().text());
        json.writeStringProperty("outcome", one.outcome().text());
        json.writeNumberProperty("requests", one.requests());
        json.writeNumberProperty("records", one.records());
        json.writeNumberProperty("met", one.rules().met());
        json.writeNumberProperty("failed", one.rules().failed());
        json.writeNumberProperty("warnings", one.rules().warned());
        json.writeNumberProperty("flaky", one.rules().flaky());
        json.writeNumberProperty("unreachable", one.rules().unreachable());
        json.writeNumberProperty("notJudged", one.rules().notJudged());
        json.writeArrayPropertyStart("notMet");
        one.broken().forEach(json::writeString);
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Finding finding) {
        json.writeStartObject();
        json.writeStringProperty("rule", finding.rule());
        json.writeStringProperty("level", finding.level());
        json.writeStringProperty("clause", finding.clause());
        json.writeStringProperty("title", finding.title());
        json.writeStringProperty("verdict", finding.verdict());
        json.writeStringProperty("reason", finding.reason().isEmpty() ? null : finding.reason());
        json.writeNumberProperty("judged", finding.judged());
        json.writeNumberProperty("broken", finding.broken());
        json.writeStringProperty("why", finding.why().isEmpty() ? null : finding.why());
        json.writeStringProperty("remedy", finding.remedy().isEmpty() ? null : finding.remedy());
        json.writeObjectPropertyStart("remedies");
        finding.remedies().forEach(json::writeStringProperty);
        json.writeEndObject();
        json.writeArrayPropertyStart("violations");
        for (Example example : finding.examples()) {
            json.writeStartObject();
            json.writeStringProperty("message", example.message());
            json.writeStringProperty("request", example.request());
            json.writeNumberProperty("status", example.status());
            json.writeStringProperty("identifier", example.identifier().isEmpty() ? null : example.identifier());
            json.writeStringProperty("excerpt", example.excerpt());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
