package dev.sheaf.validator.rules.sets;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/** A list of a set holds the records that are in it by their headers, those in sets below it included (S2.6, S2.7.2). */
public final class SetHolds extends SetSelection {

    @Override
    public String name() {
        return "sets.members";
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (String set : chosen(evidence)) {
            List<RecordFacts> members = members(evidence, set);
            Selected selected = selected(evidence, set);
            if (members.isEmpty() || selected.isEmpty()) {
                continue;
            }
            Observation first = selected.first();
            if (!first.isAnswered()) {
                examination.unreachable(first);
            } else if (evidence.of(KnownRequests.IDENTIFIERS).filter(Observation::isOai).isEmpty()) {
                examination.notJudged("ListIdentifiers is not answered");
            } else {
                boolean isWhole = selected.isComplete() || !first.isOai() || first.document().isError();
                for (RecordFacts member : members) {
                    judge(set, selected, member, isWhole, examination);
                }
            }
        }
        examination.notJudged("no record in a set was seen");
    }

    private static void judge(String set, Selected selected, RecordFacts member, boolean isWhole, Examination examination) {
        if (selected.pageOf(member.identifier()).isPresent()) {
            examination.passed();
        } else if (isWhole) {
            Observation first = selected.first();
            examination.broken(first, "The list of the set '" + set + "' lacks the record " + member.identifier()
                    + ", which is in " + member.sets() + ": the answer is " + first.summary() + ".", member.identifier(),
                    member.excerpt());
            selected.pages().forEach(examination::concerns);
        } else {
            examination.notJudged("the list of the set '" + set + "' is too long to be read");
        }
    }
}
