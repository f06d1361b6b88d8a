package dev.sheaf.validator.rules.dates;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A list with from or until holds no record outside of the bound (S2.7.1). Judged on its first page. */
public final class DateBounds implements RunRule {

    private final boolean isFrom;

    /** @param isFrom true for from, false for until */
    public DateBounds(boolean isFrom) {
        this.isFrom = isFrom;
    }

    @Override
    public String name() {
        return isFrom ? "dates.from" : "dates.until";
    }

    /** The latest date seen for from and the earliest for until: what ignores the argument then shows many others. */
    private Optional<Datestamp> bound(Evidence evidence) {
        Comparator<Datestamp> byTime = Comparator.comparing(date -> date.instant().orElse(Instant.EPOCH));
        List<Datestamp> dates = evidence.records().stream().map(RecordFacts::stamp).filter(Datestamp::isLegal)
                .filter(date -> date.granularity().equals(evidence.granularity())).toList();
        return isFrom ? dates.stream().max(byTime) : dates.stream().min(byTime);
    }

    private Optional<ProbeRequest> request(Evidence evidence) {
        return bound(evidence).map(date -> KnownRequests.IDENTIFIERS.and(isFrom ? "from" : "until", date.text()));
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return request(evidence).map(List::of).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> came = request(evidence).flatMap(evidence::of);
        if (came.isEmpty()) {
            examination.notJudged(
                    evidence.limit().orElse("no record with a datestamp in the granularity of the repository was seen"));
            return;
        }
        Observation page = came.get();
        if (!page.isAnswered()) {
            examination.unreachable(page);
            return;
        }
        if (!page.isOai()) {
            examination.broken(page, "The request is answered by " + page.summary() + ".");
            return;
        }
        if (page.hasCode("badArgument")) {
            examination.broken(page, "The request with the date of a record of the repository is answered by badArgument.");
            return;
        }
        Instant limit = bound(evidence).flatMap(isFrom ? Datestamp::instant : Datestamp::lastSecond).orElse(Instant.EPOCH);
        for (RecordFacts record : page.document().records()) {
            Optional<Instant> time = record.stamp().instant();
            if (time.isEmpty()) {
                continue;
            }
            if (isFrom ? time.get().isBefore(limit) : time.get().isAfter(limit)) {
                examination.broken(page,
                        "A list " + (isFrom ? "from " : "until ") + bound(evidence).map(Datestamp::text).orElse("")
                                + " holds a record of " + record.datestamp() + ".",
                        record.identifier(), record.excerpt());
            } else {
                examination.passed();
            }
        }
    }
}
