package dev.sheaf.validator.rules.changes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/** A list from the responseDate of an earlier list holds every record whose datestamp is as late or later (S2.7.1). */
public final class IncrementHolds implements RunRule {

    private static final int MOST_PAGES = 5;
    private static final int DAY = "YYYY-MM-DD".length();

    @Override
    public String name() {
        return "changes.increment";
    }

    /** Returns the request of an incremental harvest, in the granularity of the repository. */
    private static Optional<ProbeRequest> start(Evidence evidence) {
        return TwoRuns.of(evidence).filter(runs -> !runs.isEmptyNow() && !expected(runs).isEmpty()).map(runs -> {
            String since = runs.earlier().listedAt();
            boolean isDay = evidence.granularity().filter(Granularity.SECOND::equals).isEmpty();
            return KnownRequests.IDENTIFIERS.and("from", isDay ? since.substring(0, DAY) : since);
        });
    }

    private static Map<String, RecordFacts> expected(TwoRuns runs) {
        return runs.now().byIdentifier().values().stream()
                .filter(record -> record.stamp().instant().filter(stamp -> !stamp.isBefore(runs.since())).isPresent())
                .collect(Collectors.toMap(RecordFacts::identifier, record -> record));
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return start(evidence).map(start -> Selected.of(evidence, start, MOST_PAGES).wanted()).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> runs = TwoRuns.of(evidence, examination);
        Optional<ProbeRequest> start = start(evidence);
        if (runs.isEmpty() || start.isEmpty()) {
            examination.notJudged("no record has a datestamp after the earlier run");
            return;
        }
        Selected selected = Selected.of(evidence, start.get(), MOST_PAGES);
        if (selected.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("the request was not made"));
            return;
        }
        Observation first = selected.first();
        if (!first.isAnswered()) {
            examination.unreachable(first);
        } else if (!first.isOai() || !first.hasCode("noRecordsMatch") && !selected.isComplete()) {
            examination.notJudged("the list since the earlier run is too long to be read, or did not come");
        } else {
            judge(runs.get(), selected, examination);
        }
    }

    private static void judge(TwoRuns runs, Selected selected, Examination examination) {
        expected(runs).forEach((identifier, record) -> {
            if (selected.pageOf(identifier).isPresent()) {
                examination.passed();
            } else {
                examination.broken(selected.first(), "The list since an earlier run lacks the record " + identifier
                        + ", whose datestamp is " + record.datestamp() + ": the answer is " + selected.first().summary() + ".",
                        identifier, record.excerpt());
                selected.pages().forEach(examination::concerns);
            }
        });
    }
}
