package dev.sheaf.validator.rules.lists;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    private static final ProbeRequest AGAIN = KnownRequests.IDENTIFIERS_AGAIN;

    @Override
    public String name() {
        return "lists.same-again";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return Stream.concat(Stream.of(AGAIN), missing(evidence).stream()).toList();
    }

    /** Returns the request for a record that is no longer on the page: if it has changed, the page may differ. */
    private static Optional<ProbeRequest> missing(Evidence evidence) {
        Optional<Observation> again = evidence.of(AGAIN).filter(page -> page.isOai() && !page.document().isError());
        Optional<Observation> first = evidence.of(KnownRequests.IDENTIFIERS).filter(Observation::isOai);
        if (again.isEmpty() || first.isEmpty()) {
            return Optional.empty();
        }
        Set<String> there = new HashSet<>(entries(again.get()));
        return entries(first.get()).stream().filter(identifier -> !identifier.isBlank() && !there.contains(identifier))
                .findFirst()
                .map(identifier -> KnownRequests.record(identifier, "oai_dc"));
    }

    private static boolean isChanged(Evidence evidence, Observation first, Observation again) {
        Stream<RecordFacts> moved = missing(evidence).flatMap(evidence::of).stream().flatMap(SameListAgain::records);
        return Stream.of(records(first), records(again), moved).flatMap(one -> one).anyMatch(evidence::isChangedMeanwhile);
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
        } else if (!again.get().coding().isEmpty()) {
            // The request refuses compression: what a compressed body lacks is another rule's.
            examination.notJudged("the second response was compressed against the request");
        } else if (isChanged(evidence, first.get(), again.get())) {
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
