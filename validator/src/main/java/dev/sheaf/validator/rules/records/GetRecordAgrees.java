package dev.sheaf.validator.rules.records;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.PageSequence;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** GetRecord gives a record as it is listed: identifier, datestamp, sets, status and metadata are the same (S2.5, S4.1). */
public final class GetRecordAgrees implements RunRule {

    private static final int SAMPLES = 3;
    private static final int MOST_SAMPLES = 7;

    private final boolean isOnDeleted;

    /** @param isOnDeleted true for deleted records, false for the others */
    public GetRecordAgrees(boolean isOnDeleted) {
        this.isOnDeleted = isOnDeleted;
    }

    @Override
    public String name() {
        return isOnDeleted ? "records.get-deleted" : "records.get";
    }

    /** The first, the last, one between, and those at page edges, of those that were listed. */
    private List<RecordFacts> samples(Evidence evidence) {
        List<RecordFacts> listed = evidence.records().stream().filter(this::isSampled).toList();
        if (listed.size() <= SAMPLES) {
            return listed;
        }
        Map<String, RecordFacts> some = new LinkedHashMap<>();
        for (RecordFacts record : List.of(listed.getFirst(), listed.get(listed.size() / 2), listed.getLast())) {
            some.put(record.identifier(), record);
        }
        List<Observation> pages = evidence.list(ListName.RECORDS).pages();
        for (int page = 0; page < pages.size() && some.size() < MOST_SAMPLES; page++) {
            List<RecordFacts> ofPage = pages.get(page).document().records().stream().filter(this::isSampled).toList();
            if (!ofPage.isEmpty()) {
                RecordFacts edge = page % 2 == 0 ? ofPage.getLast() : ofPage.getFirst();
                some.putIfAbsent(edge.identifier(), edge);
            }
        }
        return new ArrayList<>(some.values());
    }

    private boolean isSampled(RecordFacts record) {
        return record.isDeleted() == isOnDeleted && !record.identifier().isBlank();
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return samples(evidence).stream().map(record -> KnownRequests.record(record.identifier().strip(), "oai_dc")).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<RecordFacts> samples = samples(evidence);
        if (samples.isEmpty()) {
            examination.notJudged(isOnDeleted ? "no deleted record was seen" : "no record was seen");
        }
        for (RecordFacts listed : samples) {
            Optional<Observation> came = evidence.of(KnownRequests.record(listed.identifier().strip(), "oai_dc"));
            if (came.isEmpty()) {
                examination.notJudged(evidence.limit().orElse("the request was not made"));
            } else if (!came.get().isAnswered()) {
                examination.unreachable(came.get());
            } else {
                judge(came.get(), listed, evidence, examination);
            }
        }
    }

    private static void judge(Observation came, RecordFacts listed, Evidence evidence, Examination examination) {
        List<RecordFacts> records = came.document().records();
        String identifier = listed.identifier().strip();
        if (!came.isOai()) {
            // Another rule judges that the verb is answered at all.
            examination.notJudged("GetRecord is answered by " + came.summary());
            return;
        }
        if (records.isEmpty()) {
            examination.broken(came,
                    "GetRecord of " + identifier + ", which is listed" + (listed.isDeleted() ? " as deleted" : "")
                            + ", is answered by " + came.summary() + ".");
            concernLists(listed, evidence, examination);
            return;
        }
        RecordFacts record = records.getFirst();
        String fault = fault(listed, record);
        if (fault.isEmpty()) {
            examination.passed();
            return;
        }
        examination.broken(came, "GetRecord of " + identifier + " gives " + fault + ".", identifier, record.excerpt());
        concernLists(listed, evidence, examination);
    }

    /** The record may have changed since it was listed: the lists are asked for again too. */
    private static void concernLists(RecordFacts listed, Evidence evidence, Examination examination) {
        for (ListName name : List.of(ListName.RECORDS, ListName.IDENTIFIERS)) {
            PageSequence list = evidence.list(name);
            list.pages().stream().filter(page -> page.document().records().contains(listed)).findFirst()
                    .ifPresent(examination::concerns);
        }
    }

    private static String fault(RecordFacts listed, RecordFacts record) {
        if (!record.identifier().strip().equals(listed.identifier().strip())) {
            return "the identifier '" + record.identifier() + "'";
        }
        if (record.isDeleted() != listed.isDeleted()) {
            return record.isDeleted() ? "a deleted record, and the list one that is not" : "a record that is listed as deleted";
        }
        if (!record.datestamp().strip().equals(listed.datestamp().strip())) {
            return "the datestamp " + record.datestamp() + ", and the list " + listed.datestamp();
        }
        if (!new TreeSet<>(record.sets()).equals(new TreeSet<>(listed.sets()))) {
            return "the sets " + record.sets() + ", and the list " + listed.sets();
        }
        String metadata = listed.metadataRoot();
        return metadata == null || metadata.equals(record.metadataRoot()) ? "" : "other metadata than the list";
    }
}
