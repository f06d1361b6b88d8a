package dev.sheaf.validator.rules.dates;

import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.RecordFacts;

/** Every repository takes days as from and until, and an until of a day includes the whole day (S2.7.1, S3.3). */
public final class WholeDay extends DateSelection {

    private static final int DAY = 10;

    @Override
    public String name() {
        return "dates.whole-day";
    }

    /** Prefers a record that changed after the first second of its day: an until that ends there leaves it out. */
    @Override
    Optional<RecordFacts> record(Evidence evidence) {
        if (evidence.granularity().filter(Granularity.SECOND::equals).isEmpty()) {
            return Optional.empty();
        }
        List<RecordFacts> records = evidence.records().stream()
                .filter(record -> !record.isDeleted() && !record.identifier().isBlank()
                        && record.stamp().granularity().filter(Granularity.SECOND::equals).isPresent())
                .toList();
        return records.stream().filter(record -> !record.datestamp().endsWith("T00:00:00Z")).findFirst()
                .or(() -> records.stream().findFirst());
    }

    @Override
    String date(RecordFacts record) {
        return record.datestamp().substring(0, DAY);
    }

    @Override
    String whyNone(Evidence evidence) {
        return evidence.granularity().filter(Granularity.DAY::equals).isPresent()
                ? "the granularity of the repository is days, which another rule judges"
                : "no record with a datestamp in seconds was seen";
    }
}
