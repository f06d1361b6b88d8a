package dev.sheaf.validator.rules.dates;

import java.util.Optional;

import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.RecordFacts;

/** from and until are inclusive: a list from and until the datestamp of a record holds it (S2.7.1). */
public final class ExactDate extends DateSelection {

    @Override
    public String name() {
        return "dates.inclusive";
    }

    @Override
    Optional<RecordFacts> record(Evidence evidence) {
        Optional<Granularity> granularity = evidence.granularity();
        // A datestamp in another granularity breaks another rule, and as an argument it would be wrong.
        return evidence.records().stream()
                .filter(record -> !record.isDeleted() && !record.identifier().isBlank()
                        && record.stamp().granularity().isPresent() && record.stamp().granularity().equals(granularity))
                .findFirst();
    }

    @Override
    String date(RecordFacts record) {
        return record.datestamp();
    }

    @Override
    String whyNone(Evidence evidence) {
        return "no record with a datestamp in the granularity of the repository was seen";
    }
}
