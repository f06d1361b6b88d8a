package dev.sheaf.validator.rules.lists;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Every resumptionToken leads to a further page, also when it is the only argument beside the verb (S3.5). */
public final class TokenContinues implements RunRule {

    @Override
    public String name() {
        return "lists.token-continues";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            List<Observation> pages = evidence.list(name).pages();
            if (pages.size() < 2) {
                examination.notJudged("no list came in more than one page");
            }
            for (int i = 1; i < pages.size(); i++) {
                judge(pages.get(i), pages.get(i - 1), evidence.list(name), examination);
            }
        }
    }

    private static void judge(Observation page, Observation before, PageSequence list, Examination examination) {
        if (!page.isAnswered()) {
            examination.unreachable(page);
        } else if (page.isOai() && page.document().answers(page.request().verb())) {
            examination.passed();
        } else if (page.isOai() && page.document().answer().isPresent()) {
            // A page with an error element beside the list breaks another rule.
            examination.passed();
        } else {
            examination.broken(page, "The resumptionToken of page " + list.pages().indexOf(page) + " leads to " + page.summary()
                    + ".");
            examination.concerns(before);
        }
    }
}
