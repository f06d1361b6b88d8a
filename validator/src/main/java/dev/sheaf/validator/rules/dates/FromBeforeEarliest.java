package dev.sheaf.validator.rules.dates;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A from before earliestDatestamp is legal and gives all records (S2.7.1). */
public final class FromBeforeEarliest implements RunRule {

    private static final Instant YEAR_0 = Instant.parse("0000-01-01T00:00:00Z");
    private static final Duration BEFORE = Duration.ofDays(366);

    @Override
    public String name() {
        return "dates.from-early";
    }

    private static Optional<ProbeRequest> request(Evidence evidence) {
        return evidence.earliest().instant().map(earliest -> earliest.minus(BEFORE))
                .filter(time -> !time.isBefore(YEAR_0) && evidence.list(ListName.IDENTIFIERS).isBegun())
                .map(time -> Datestamp.of(time, evidence.granularity().orElse(Granularity.DAY)))
                .map(date -> KnownRequests.IDENTIFIERS.and("from", date.text()))
                .filter(request -> Datestamp.received(String.valueOf(request.argument("from"))).isLegal());
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return request(evidence).stream().toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> came = request(evidence).flatMap(evidence::of);
        if (came.isEmpty()) {
            examination.notJudged("Identify states no earliestDatestamp before which there are dates, or no list came");
        } else if (!came.get().isAnswered()) {
            examination.unreachable(came.get());
        } else if (came.get().isOai() && !came.get().document().isError()) {
            examination.passed();
        } else {
            examination.broken(came.get(),
                    "A list from a day before earliestDatestamp is answered by " + came.get().summary() + ".");
        }
    }
}
