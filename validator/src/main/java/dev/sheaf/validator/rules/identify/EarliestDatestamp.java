package dev.sheaf.validator.rules.identify;

import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** earliestDatestamp is a date in UTC in the granularity of the repository (S4.2). */
public final class EarliestDatestamp extends IdentifyRule {

    @Override
    public String name() {
        return "identify.earliest-datestamp";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        if (identify.child("earliestDatestamp").isEmpty()) {
            return;
        }
        String text = identify.textOf("earliestDatestamp");
        Datestamp date = Datestamp.received(text.strip());
        Optional<Granularity> stated = evidence.granularity();
        if (!date.isLegal()) {
            broken(observation, identify, "earliestDatestamp",
                    "earliestDatestamp '" + text + "' is neither of the form YYYY-MM-DD nor YYYY-MM-DDThh:mm:ssZ.", examination);
        } else if (stated.isPresent() && !date.granularity().equals(stated)) {
            broken(observation, identify, "earliestDatestamp", "earliestDatestamp '" + text + "' is not in the granularity "
                    + stated.get().text() + ", which Identify states.", examination);
        } else {
            examination.passed();
        }
    }
}
