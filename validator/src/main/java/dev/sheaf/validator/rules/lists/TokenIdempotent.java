package dev.sheaf.validator.rules.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The token that was used last, used once more, gives the same page (S3.5.1). The run uses it again at once, before it goes on. */
public final class TokenIdempotent implements RunRule {

    private static final List<ListName> LISTS = List.of(ListName.IDENTIFIERS, ListName.RECORDS);

    @Override
    public String name() {
        return "lists.token-again";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    /** A token that moves on with each use is told from one that was wrong once by a third use. */
    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        List<ProbeRequest> thirds = new ArrayList<>();
        for (ListName name : LISTS) {
            List<Observation> pages = evidence.list(name).pages();
            if (pages.size() > 1 && isPage(pages.get(1))) {
                evidence.of(pages.get(1).request().again())
                        .filter(again -> again.isAnswered() && !entries(again).equals(entries(pages.get(1))))
                        .ifPresent(_ -> thirds.add(third(pages.get(1))));
            }
        }
        return thirds;
    }

    private static ProbeRequest third(Observation page) {
        return page.request().again().again();
    }

    private static boolean isPage(Observation page) {
        return page.isOai() && !page.document().isError();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : LISTS) {
            List<Observation> pages = evidence.list(name).pages();
            Optional<Observation> again = pages.size() < 2 ? Optional.empty() : evidence.of(pages.get(1).request().again());
            if (again.isEmpty() || !pages.get(1).isOai() || pages.get(1).document().isError()) {
                examination.notJudged("no list came in more than one page");
            } else if (!again.get().isAnswered()) {
                examination.unreachable(again.get());
            } else if (entries(again.get()).equals(entries(pages.get(1)))) {
                examination.passed();
            } else {
                examination.broken(again.get(), "The token of the second page, used a second time, gives "
                        + again.get().summary() + " instead of the same " + entries(pages.get(1)).size() + " entries.");
                examination.concerns(pages.get(1));
                if (evidence.of(third(pages.get(1)))
                        .filter(third -> isPage(third) && !entries(third).equals(entries(pages.get(1))))
                        .isPresent()) {
                    examination.certain();
                }
            }
        }
    }

    private static List<String> entries(Observation page) {
        return page.document().records().stream().map(RecordFacts::identifier).sorted().toList();
    }
}
