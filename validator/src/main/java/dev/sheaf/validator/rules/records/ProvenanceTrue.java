package dev.sheaf.validator.rules.records;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** A provenance container can be true: records were harvested after they changed, and not in the future (guideline on provenance). */
public final class ProvenanceTrue implements EntryRule {

    private static final Duration TOLERATED = Duration.ofDays(1);

    @Override
    public String name() {
        return "records.provenance";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        for (XmlNode about : node.children("about")) {
            for (XmlNode content : about.children()) {
                if (content.is(Namespaces.PROVENANCE, "provenance")) {
                    content.child("originDescription").ifPresent(origin -> judge(observation, origin, facts, examination));
                }
            }
        }
    }

    private static void judge(Observation observation, XmlNode origin, RecordFacts facts, Examination examination) {
        String harvest = String.valueOf(origin.attributes().getOrDefault("harvestDate", ""));
        Optional<Instant> harvested = Datestamp.received(harvest).lastSecond();
        Optional<Instant> changed = Datestamp.received(origin.textOf("datestamp").strip()).instant();
        Instant now = observation.date() == null ? observation.at() : observation.date();
        String fault = "";
        if (harvested.isPresent() && harvested.get().isAfter(now.plus(TOLERATED))) {
            fault = "harvestDate " + harvest + " lies in the future.";
        } else if (harvested.isPresent() && changed.isPresent() && changed.get().isAfter(harvested.get().plus(TOLERATED))) {
            fault = "The record was harvested on " + harvest + ", before its datestamp there, "
                    + origin.textOf("datestamp").strip()
                    + ".";
        } else if (origin.textOf("baseURL").isBlank() || origin.textOf("identifier").isBlank()) {
            fault = "originDescription lacks the base URL or the identifier of the origin.";
        }
        if (fault.isEmpty()) {
            examination.passed();
        } else {
            examination.broken(observation, fault, facts.identifier(), observation.excerpt(origin.offset()));
        }
        origin.child("originDescription").ifPresent(earlier -> judge(observation, earlier, facts, examination));
    }
}
