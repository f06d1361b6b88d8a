package dev.sheaf.validator.rules.lists;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/** completeListSize is about the number of entries of the whole list; it may be an estimate (S3.5). */
public final class ListSize implements RunRule {

    private static final int MOST_PAGES = 10;

    @Override
    public String name() {
        return "lists.size";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            judge(evidence.list(name).pages(), evidence.list(name).isComplete(), examination);
        }
        for (Observation start : evidence.all()) {
            // Lists that rules have asked for, by set or date, have sizes of their own.
            if (start.request().arguments().size() > 2 && start.request().verb().startsWith("List")
                    && !start.request().isContinuation()) {
                Selected list = Selected.of(evidence, start.request(), MOST_PAGES);
                judge(list.pages(), list.isComplete(), examination);
            }
        }
        examination.notJudged("no resumptionToken states a completeListSize");
    }

    private static void judge(List<Observation> pages, boolean isComplete, Examination examination) {
        long seen = 0;
        Long stated = null;
        Observation stating = null;
        for (Observation page : pages) {
            seen += CursorCounts.count(page);
            XmlNode token = page.document().token().orElse(null);
            String size = token == null ? null : token.attribute("completeListSize");
            if (size != null) {
                stating = page;
                stated = CursorCounts.number(size);
                if (stated == null || stated < 1) {
                    examination.broken(page, "completeListSize is '" + size + "', which is no number of entries.");
                }
            }
        }
        if (stating != null && stated != null) {
            judge(stating, stated, seen, isComplete, examination);
            if (examination.isBroken()) {
                pages.forEach(examination::concerns);
            }
        }
    }

    private static void judge(Observation page, @Nullable Long stated, long seen, boolean isComplete, Examination examination) {
        if (stated == null || stated < 1) {
            return;
        }
        if (stated < seen) {
            examination.broken(page, page.request().verb() + " states a completeListSize of " + stated + ", and " + seen
                    + " entries came.");
        } else if (isComplete && stated != seen) {
            examination.broken(page,
                    page.request().verb() + " states a completeListSize of " + stated + " on its last page with a"
                            + " size, and " + seen + " entries came in all.");
        } else {
            examination.passed();
        }
    }
}
