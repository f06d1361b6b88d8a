package dev.sheaf.validator.profile;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * The pages of ListRecords have as many records as a profile asks for. The last page may have fewer.
 *
 * @param name of the rule
 * @param least records of a page that is not the last
 * @param most records of any page
 */
record PageSizeRequirement(String name, int least, int most) implements RunRule {

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<Observation> pages = evidence.list(ListName.RECORDS).pages();
        for (Observation page : pages) {
            if (!page.isOai() || page.document().isError()) {
                continue;
            }
            int records = page.document().recordCount();
            boolean isLast = page.document().nextToken().isEmpty();
            if (records > most || records < least && !isLast) {
                examination.broken(page,
                        "A page of ListRecords has " + records + " records. The profile asks for " + least + " to "
                                + most + ".");
            } else {
                examination.passed();
            }
        }
        examination.notJudged("ListRecords did not come");
    }
}
