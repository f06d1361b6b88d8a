package dev.sheaf.validator.rules.lists;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** The last page of a list that came in several has an empty resumptionToken (S3.5). */
public final class TokenAtEnd implements RunRule {

    @Override
    public String name() {
        return "lists.token-at-end";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            PageSequence list = evidence.list(name);
            List<Observation> pages = list.pages();
            if (!list.isComplete() || pages.size() < 2) {
                examination.notJudged("no list of several pages was read to its end");
                continue;
            }
            Observation last = pages.getLast();
            Optional<XmlNode> token = last.document().token();
            if (token.isPresent() && token.get().text().isEmpty()) {
                examination.passed();
            } else if (token.isPresent()) {
                // Harvesters that do not strip blanks send them as a token.
                examination.broken(last, "The resumptionToken of the last page holds " + token.get().text().length()
                        + " blank characters: it must be empty.");
                examination.concerns(last);
            } else {
                examination.broken(last,
                        "The last of " + pages.size() + " pages has no resumptionToken element: it must be there,"
                                + " and empty.");
                // A page that was cut off is whole when it comes again.
                pages.forEach(examination::concerns);
            }
        }
    }
}
