package dev.sheaf.validator.rules.lists;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** completeListSize stays about the same from page to page. The protocol allows a repository to revise it (S3.5). */
public final class SizeStays implements RunRule {

    /** A list may grow and shrink while it is read: sizes that differ by less than this part of the larger one are the same. */
    private static final double TOLERATED = 0.1;
    private static final long LEAST_DIFFERENCE = 10;

    @Override
    public String name() {
        return "lists.size-stays";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            judge(evidence.list(name).pages(), examination);
        }
        examination.notJudged("no list states a completeListSize on two pages");
    }

    private static void judge(List<Observation> pages, Examination examination) {
        Long before = null;
        for (Observation page : pages) {
            Long size = size(page);
            if (size == null) {
                continue;
            }
            if (before != null) {
                if (isAbout(size, before)) {
                    examination.passed();
                } else {
                    examination.broken(page, "A page of " + page.request().verb() + " states a completeListSize of " + size
                            + ", and an earlier page of the same list " + before + ".");
                    pages.forEach(examination::concerns);
                }
            }
            before = size;
        }
    }

    private static @Nullable Long size(Observation page) {
        XmlNode token = page.document().token().orElse(null);
        String size = token == null ? null : token.attribute("completeListSize");
        return size == null ? null : CursorCounts.number(size);
    }

    private static boolean isAbout(long one, long other) {
        long difference = Math.abs(one - other);
        return difference < LEAST_DIFFERENCE || difference <= Math.max(one, other) * TOLERATED;
    }
}
