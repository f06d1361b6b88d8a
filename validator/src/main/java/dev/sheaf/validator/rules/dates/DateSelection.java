package dev.sheaf.validator.rules.dates;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/** A rule on a list that is selected by dates around one record that was seen, and must hold that record. */
abstract class DateSelection implements RunRule {

    private static final int MOST_PAGES = 5;

    /** Returns the record; empty when none will do. */
    abstract Optional<RecordFacts> record(Evidence evidence);

    /** Returns the value of both from and until. */
    abstract String date(RecordFacts record);

    /** Returns why there is no record that will do, for people. */
    abstract String whyNone(Evidence evidence);

    private Optional<ProbeRequest> start(Evidence evidence) {
        return record(evidence).map(record -> KnownRequests.IDENTIFIERS.and("from", date(record)).and("until", date(record)));
    }

    @Override
    public final List<ProbeRequest> requests(Evidence evidence) {
        return start(evidence).map(start -> Selected.of(evidence, start, MOST_PAGES).wanted()).orElse(List.of());
    }

    @Override
    public final void judge(Evidence evidence, Examination examination) {
        Optional<RecordFacts> record = record(evidence);
        Optional<ProbeRequest> start = start(evidence);
        if (record.isEmpty() || start.isEmpty()) {
            examination.notJudged(whyNone(evidence));
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
        } else if (selected.pageOf(record.get().identifier()).isPresent()) {
            examination.passed();
        } else if (!first.isOai()) {
            examination.broken(first, "The request is answered by " + first.summary() + ".");
        } else if (first.document().isError() || selected.isComplete()) {
            examination.broken(first, "The list from and until " + date(record.get()) + " lacks the record "
                    + record.get().identifier() + ", whose datestamp is " + record.get().datestamp() + ": the answer is "
                    + first.summary() + ".", record.get().identifier(), record.get().excerpt());
            selected.pages().forEach(examination::concerns);
        } else {
            examination.notJudged("the list from and until " + date(record.get()) + " is too long to be read");
        }
    }
}
