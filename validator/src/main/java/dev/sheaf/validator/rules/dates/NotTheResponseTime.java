package dev.sheaf.validator.rules.dates;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * Datestamps are the time of the last change, and not that of the response (S2.5). A page on which every record has changed since the run
 * began shows it; some records may change while a run lasts.
 */
public final class NotTheResponseTime implements RunRule {

    /** Fewer records may really have changed within seconds. */
    private static final int FEWEST = 7;
    private static final Duration TOLERATED = Duration.ofMinutes(10);

    @Override
    public String name() {
        return "dates.not-response-time";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Observation page = evidence.list(ListName.IDENTIFIERS).first();
        if (page == null || page.document().records().size() < FEWEST
                || evidence.granularity().filter(Granularity.SECOND::equals).isEmpty()) {
            examination.notJudged("no page with " + FEWEST + " records and datestamps in seconds was seen");
            return;
        }
        List<RecordFacts> records = page.document().records();
        Instant start = evidence.start();
        if (Duration.between(start, evidence.began()).abs().compareTo(TOLERATED) > 0) {
            examination.notJudged("the clock of the repository is wrong, which another rule judges");
            return;
        }
        if (records.stream().allMatch(record -> record.stamp().instant().filter(time -> time.isAfter(start)).isPresent())) {
            // Without a record of its own: all of them changed, by their datestamps.
            examination.broken(page, "All " + records.size() + " records of the first page have datestamps after " + start
                    + ", when this run began.", "", page.beginning());
        } else {
            examination.passed();
        }
    }
}
