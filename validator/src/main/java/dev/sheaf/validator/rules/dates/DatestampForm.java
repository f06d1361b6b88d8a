package dev.sheaf.validator.rules.dates;

import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.EntryRule;
import dev.sheaf.validator.rules.Examination;

/** Every datestamp is in UTC and in the granularity that Identify states (S2.7.1, S3.3). */
public final class DatestampForm implements EntryRule {

    @Override
    public String name() {
        return "dates.granularity";
    }

    @Override
    public void judge(Observation observation, XmlNode node, RecordFacts facts, Evidence evidence, Examination examination) {
        if (!facts.hasHeader()) {
            return;
        }
        Datestamp date = Datestamp.received(facts.datestamp().strip());
        Optional<Granularity> stated = evidence.granularity();
        if (!date.isLegal()) {
            examination.broken(observation, "The datestamp '" + facts.datestamp()
                    + "' is neither of the form YYYY-MM-DD nor YYYY-MM-DDThh:mm:ssZ.", facts.identifier(), facts.excerpt());
        } else if (stated.isPresent() && !date.granularity().equals(stated)) {
            examination.broken(observation, "The datestamp '" + facts.datestamp() + "' is not in the granularity "
                    + stated.get().text() + ", which Identify states.", facts.identifier(), facts.excerpt());
        } else {
            examination.passed();
        }
    }
}
