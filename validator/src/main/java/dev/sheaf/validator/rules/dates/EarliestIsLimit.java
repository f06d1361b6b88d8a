package dev.sheaf.validator.rules.dates;

import java.time.Instant;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** No datestamp is earlier than earliestDatestamp of Identify (S4.2). */
public final class EarliestIsLimit implements EntryRule {

    @Override
    public String name() {
        return "dates.earliest";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        Optional<Instant> limit = evidence.earliest().instant();
        Optional<Instant> date = Datestamp.received(facts.datestamp().strip()).lastSecond();
        if (limit.isEmpty() || date.isEmpty()) {
            return;
        }
        if (date.get().isBefore(limit.get())) {
            examination.broken(observation, "A record has the datestamp " + facts.datestamp().strip()
                    + ", and earliestDatestamp is " + evidence.earliest() + ".", facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
