package dev.sheaf.validator.rules.dates;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** No datestamp lies in the future: a record changes now or has changed (S2.5, guidelines for repositories §3). */
public final class NotInTheFuture implements EntryRule {

    /** Clocks differ. */
    private static final Duration TOLERATED = Duration.ofHours(1);

    @Override
    public String name() {
        return "dates.not-in-future";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<Instant> date = Datestamp.received(facts.datestamp().strip()).instant();
        if (date.isEmpty()) {
            return;
        }
        Instant server = observation.date() == null ? observation.at() : observation.date();
        if (date.get().isAfter(server.plus(TOLERATED))) {
            examination.broken(observation, "A record has the datestamp " + facts.datestamp().strip() + ", and it was " + server
                    + ".", facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
