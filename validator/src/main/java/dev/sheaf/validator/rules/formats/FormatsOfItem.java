package dev.sheaf.validator.rules.formats;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** ListMetadataFormats for an item names the format in which it was listed, and no format that the repository does not have (S4.4). */
public final class FormatsOfItem implements RunRule {

    private static final int LACKING = 5;

    @Override
    public String name() {
        return "formats.of-item";
    }

    /** The first and the last record, those at the first page edge, and some that a further format lacks. */
    private static List<RecordFacts> samples(Evidence evidence) {
        List<RecordFacts> live = evidence.records().stream()
                .filter(record -> !record.isDeleted() && !record.identifier().isBlank())
                .toList();
        Map<String, RecordFacts> some = new LinkedHashMap<>();
        evidence.sample().ifPresent(record -> some.put(record.identifier(), record));
        if (live.isEmpty()) {
            return new ArrayList<>(some.values());
        }
        some.put(live.getLast().identifier(), live.getLast());
        List<Observation> pages = evidence.list(ListName.RECORDS).pages();
        for (int page = 0; page < Math.min(2, pages.size()); page++) {
            List<RecordFacts> ofPage = pages.get(page).document().records().stream().filter(live::contains).toList();
            if (!ofPage.isEmpty()) {
                RecordFacts edge = page == 0 ? ofPage.getLast() : ofPage.getFirst();
                some.putIfAbsent(edge.identifier(), edge);
            }
        }
        FurtherFormat.first(evidence).filter(FurtherFormat::isWhole).ifPresent(format -> live.stream()
                .filter(record -> !format.identifiers().contains(record.identifier().strip())).limit(LACKING)
                .forEach(record -> some.putIfAbsent(record.identifier(), record)));
        return new ArrayList<>(some.values());
    }

    private static ProbeRequest request(RecordFacts record) {
        return KnownRequests.FORMATS.and("identifier", record.identifier().strip());
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return samples(evidence).stream().map(FormatsOfItem::request).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        if (evidence.of(KnownRequests.FORMATS).filter(Observation::isOai).isEmpty()) {
            examination.notJudged("ListMetadataFormats is not answered");
            return;
        }
        for (RecordFacts record : samples(evidence)) {
            evidence.of(request(record)).ifPresent(came -> judge(record, came, evidence, examination));
        }
        examination.notJudged(evidence.limit().orElse("no record was seen"));
    }

    private static void judge(RecordFacts record, Observation came, Evidence evidence, Examination examination) {
        if (!came.isAnswered()) {
            examination.unreachable(came);
            return;
        }
        if (!came.isOai() || !came.document().answers("ListMetadataFormats")) {
            examination.broken(came, "ListMetadataFormats for a record that was listed is answered by "
                    + came.summary() + ".");
            return;
        }
        Set<String> ofItem = prefixes(came.document().answer().map(answer -> answer.children("metadataFormat"))
                .orElse(List.of()));
        Set<String> all = prefixes(evidence.formats());
        if (!ofItem.contains("oai_dc")) {
            examination.broken(came, "The record was listed in oai_dc, and ListMetadataFormats names for it only " + ofItem
                    + ".");
        } else if (!all.isEmpty() && !all.containsAll(ofItem)) {
            ofItem.removeAll(all);
            examination.broken(came, "ListMetadataFormats names for a record the formats " + ofItem
                    + ", which it does not name for the repository.");
        } else {
            Optional<String> fault = FurtherFormat.first(evidence).filter(FurtherFormat::isWhole)
                    .filter(_ -> !evidence.isChangedMeanwhile(record))
                    .flatMap(format -> fault(record.identifier().strip(), ofItem, format));
            if (fault.isEmpty()) {
                examination.passed();
            } else {
                examination.broken(came, fault.get(), record.identifier(), came.beginning());
            }
        }
    }

    /** Compares with the list in a further format, which came whole. */
    private static Optional<String> fault(String identifier, Set<String> ofItem, FurtherFormat format) {
        boolean isListed = format.identifiers().contains(identifier);
        boolean isNamed = ofItem.contains(format.prefix());
        if (isListed == isNamed) {
            return Optional.empty();
        }
        return Optional.of(isListed
                ? "The record " + identifier + " was listed in '" + format.prefix()
                        + "', and ListMetadataFormats names for it only "
                        + ofItem + "."
                : "ListMetadataFormats names '" + format.prefix() + "' for the record " + identifier
                        + ", which no list in this format holds.");
    }

    private static Set<String> prefixes(List<XmlNode> formats) {
        return formats.stream().map(format -> format.textOf("metadataPrefix").strip()).collect(Collectors.toSet());
    }
}
