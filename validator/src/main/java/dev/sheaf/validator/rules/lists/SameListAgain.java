package dev.sheaf.validator.rules.lists;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The same list, asked for again, has the same entries: any number of harvesters may read it (S3.5.1). */
public final class SameListAgain implements RunRule {

    private static final ProbeRequest AGAIN = KnownRequests.IDENTIFIERS.again();

    @Override
    public String name() {
        return "lists.same-again";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return List.of(AGAIN);
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> first = evidence.of(KnownRequests.IDENTIFIERS);
        Optional<Observation> again = evidence.of(AGAIN);
        if (first.isEmpty() || again.isEmpty() || !first.get().isOai() || first.get().document().isError()) {
            examination.notJudged("no list came");
        } else if (!again.get().isAnswered()) {
            examination.unreachable(again.get());
        } else if (entries(first.get()).equals(entries(again.get()))) {
            examination.passed();
        } else if (Stream.concat(records(first.get()), records(again.get())).anyMatch(evidence::isChangedMeanwhile)) {
            examination.notJudged("records changed while the run lasted");
        } else {
            examination.broken(again.get(), "The first page of ListIdentifiers had " + entries(first.get()).size()
                    + " entries. Asked for again, the answer is " + again.get().summary()
                    + ", and the entries are not the same.");
            examination.concerns(first.get());
        }
    }

    private static Stream<RecordFacts> records(Observation page) {
        return page.document().records().stream();
    }

    private static List<String> entries(Observation page) {
        return records(page).map(RecordFacts::identifier).sorted().toList();
    }
}
