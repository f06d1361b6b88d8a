package dev.sheaf.validator.rules.selection;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/** A rule on all selective lists. The rules of this kind share their requests. */
abstract class SelectionRule implements RunRule {

    @Override
    public final List<ProbeRequest> requests(Evidence evidence) {
        return SelectiveLists.of(evidence).stream().filter(list -> isAnswered(list, evidence))
                .flatMap(list -> list.selected(evidence).wanted().stream()).toList();
    }

    @Override
    public final void judge(Evidence evidence, Examination examination) {
        for (SelectiveList list : SelectiveLists.of(evidence)) {
            Selected selected = list.selected(evidence);
            if (selected.isEmpty() || !isAnswered(list, evidence)) {
                continue;
            }
            if (selected.pages().getLast().isAnswered()) {
                judge(list, selected, evidence, examination);
            } else {
                // Other rules judge that lists are answered at all.
                examination.notJudged("the list " + list.words() + " did not come: " + selected.pages().getLast().summary());
            }
        }
        examination.notJudged(evidence.limit().orElse("no selective list was read"));
    }

    /** A verb that does not list records without arguments shows nothing with them, and is not asked for more. */
    private static boolean isAnswered(SelectiveList list, Evidence evidence) {
        return KnownRequests.plain(list.start().verb()).flatMap(evidence::of)
                .filter(came -> came.isOai() && !came.document().isError()).isPresent();
    }

    /** Judges a list. */
    abstract void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination);

    /** Notes that a list lacks a record. */
    static void lacks(SelectiveList list, Selected selected, RecordFacts record, String why, Examination examination) {
        examination.broken(selected.first(), "The list " + list.words() + " lacks the " + (record.isDeleted() ? "deleted " : "")
                + "record " + record.identifier() + " of " + record.datestamp() + why + ".", record.identifier(),
                record.excerpt());
        selected.pages().forEach(examination::concerns);
    }
}
