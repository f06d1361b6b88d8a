package dev.sheaf.validator.rules.selection;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.Selected;

/**
 * Identifiers and sets belong to the item: each item of a further format has a record in oai_dc, with the same identifier and in the same
 * sets (S2.4, S2.6, S3.4).
 */
public final class ItemsAgree extends SelectionRule {

    @Override
    public String name() {
        return "formats.items";
    }

    @Override
    void judge(SelectiveList list, Selected selected, Evidence evidence, Examination examination) {
        PageSequence whole = evidence.list(ListName.IDENTIFIERS);
        if (list.isInDublinCore() || !whole.isBegun() || !evidence.list(ListName.RECORDS).isBegun()) {
            return;
        }
        boolean isWhole = whole.isWhole() && evidence.list(ListName.RECORDS).isWhole();
        Map<String, RecordFacts> all = whole.byIdentifier();
        Map<String, RecordFacts> records = evidence.list(ListName.RECORDS).byIdentifier();
        for (RecordFacts record : selected.records()) {
            if (record.identifier().isBlank() || evidence.isChangedMeanwhile(record)) {
                continue;
            }
            Optional<RecordFacts> same = Optional
                    .ofNullable(all.getOrDefault(record.identifier(), records.get(record.identifier())));
            if (same.isEmpty() && isWhole && !record.isDeleted()) {
                examination.broken(selected.first(), "The record " + record.identifier() + " is listed in '"
                        + list.start().argument("metadataPrefix") + "', and not in oai_dc, which every item must have.",
                        record.identifier(), record.excerpt());
                whole.pages().forEach(examination::concerns);
            } else if (same.isPresent() && !evidence.isChangedMeanwhile(same.get())
                    && !new TreeSet<>(record.sets()).equals(new TreeSet<>(same.get().sets()))) {
                examination.broken(selected.first(),
                        "The record " + record.identifier() + " is in the sets " + record.sets() + " in '"
                                + list.start().argument("metadataPrefix") + "', and in " + same.get().sets() + " in oai_dc.",
                        record.identifier(), record.excerpt());
            } else {
                examination.passed();
            }
        }
    }
}
