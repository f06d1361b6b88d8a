package dev.sheaf.validator.rules.lists;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** cursor is the number of entries on the pages before (S3.5). */
public final class CursorCounts implements RunRule {

    @Override
    public String name() {
        return "lists.cursor";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ListName name : ListName.values()) {
            PageSequence list = evidence.list(name);
            long before = 0;
            List<Boolean> present = new ArrayList<>();
            for (Observation page : list.pages()) {
                XmlNode token = page.document().token().orElse(null);
                String cursor = token == null ? null : token.attribute("cursor");
                if (token != null) {
                    present.add(cursor != null);
                }
                if (cursor != null) {
                    judge(page, cursor, before, examination);
                }
                before += count(page);
            }
            if (examination.isBroken()) {
                list.pages().forEach(examination::concerns);
            }
            if (present.contains(true) && present.contains(false)) {
                examination.broken(list.pages().getFirst(), "Some pages of " + list.pages().getFirst().request().verb()
                        + " state a cursor and others do not.");
            }
        }
        examination.notJudged("no resumptionToken states a cursor");
    }

    private static void judge(Observation page, String cursor, long before, Examination examination) {
        Long stated = number(cursor);
        if (stated != null && stated == before) {
            examination.passed();
        } else {
            examination.broken(page, "The cursor of a page of " + page.request().verb() + " is '" + cursor + "', and " + before
                    + " entries came on the pages before.");
        }
    }

    static @Nullable Long number(String text) {
        try {
            return Long.valueOf(text.strip());
        } catch (NumberFormatException _) {
            return null;
        }
    }

    static int count(Observation page) {
        int records = page.document().recordCount();
        return records > 0 ? records : page.document().answer().map(answer -> answer.children("set").size()).orElse(0);
    }
}
