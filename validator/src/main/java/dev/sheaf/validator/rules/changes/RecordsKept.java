package dev.sheaf.validator.rules.changes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.report.ListSnapshot.Seen;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A repository that keeps deletions persistently lists every record that it listed before, live or deleted (S2.5.1). */
public final class RecordsKept implements RunRule {

    /** Records that are asked for one by one when the list was not read to its end. */
    private static final int SAMPLES = 5;

    @Override
    public String name() {
        return "changes.records-kept";
    }

    private static boolean isPersistent(Evidence evidence) {
        return evidence.identify("deletedRecord").equals("persistent");
    }

    /** Of a list that was not read to its end, records may be on the pages that were not read: GetRecord says whether they are there. */
    private static List<ProbeRequest> single(TwoRuns runs) {
        return runs.isWholeNow()
                ? List.of()
                : runs.missing().keySet().stream().limit(SAMPLES).map(identifier -> KnownRequests.record(identifier, "oai_dc"))
                        .toList();
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return isPersistent(evidence) ? TwoRuns.of(evidence).map(RecordsKept::single).orElse(List.of()) : List.of();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<TwoRuns> both = TwoRuns.of(evidence, examination);
        if (both.isEmpty()) {
            return;
        }
        TwoRuns runs = both.get();
        if (!isPersistent(evidence)) {
            examination.notJudged("the repository does not state that it keeps deletions persistently");
        } else if (runs.isEmptyNow()) {
            Observation first = runs.now().pages().getFirst();
            examination.broken(first, "ListRecords has no records. An earlier run saw " + runs.earlier().records().size() + ".");
        } else if (runs.isWholeNow()) {
            judgeWhole(runs, examination);
        } else {
            single(runs).forEach(request -> evidence.of(request).ifPresent(came -> judge(came, examination)));
            runs.common().keySet().forEach(_ -> examination.passed());
        }
    }

    private static void judgeWhole(TwoRuns runs, Examination examination) {
        Map<String, Seen> missing = runs.missing();
        Observation last = runs.now().pages().getLast();
        missing.forEach((identifier, seen) -> examination.broken(last, "ListRecords lacks the record " + identifier
                + ", which an earlier run saw with the datestamp " + seen.datestamp() + ". It is not listed as deleted either.",
                identifier, ""));
        if (!missing.isEmpty()) {
            runs.now().pages().forEach(examination::concerns);
        }
        runs.common().keySet().forEach(_ -> examination.passed());
    }

    private static void judge(Observation came, Examination examination) {
        if (!came.isAnswered()) {
            examination.unreachable(came);
        } else if (came.hasCode("idDoesNotExist")) {
            examination.broken(came, "The record " + came.request().argument("identifier")
                    + " was listed by an earlier run, and GetRecord is answered by idDoesNotExist.");
        } else {
            examination.passed();
        }
    }
}
