package dev.sheaf.validator.rules.formats;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** ListMetadataFormats for an item names the format in which it was listed, and no format that the repository does not have (S4.4). */
public final class FormatsOfItem implements RunRule {

    @Override
    public String name() {
        return "formats.of-item";
    }

    private static Optional<ProbeRequest> request(Evidence evidence) {
        return evidence.sample().map(record -> KnownRequests.FORMATS.and("identifier", record.identifier()));
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return request(evidence).map(List::of).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> came = request(evidence).flatMap(evidence::of);
        if (evidence.of(KnownRequests.FORMATS).filter(Observation::isOai).isEmpty()) {
            examination.notJudged("ListMetadataFormats is not answered");
            return;
        }
        if (came.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("no record was seen"));
            return;
        }
        if (!came.get().isAnswered()) {
            examination.unreachable(came.get());
            return;
        }
        if (!came.get().isOai() || !came.get().document().answers("ListMetadataFormats")) {
            examination.broken(came.get(), "ListMetadataFormats for a record that was listed is answered by "
                    + came.get().summary() + ".");
            return;
        }
        Set<String> ofItem = prefixes(came.get().document().answer().map(answer -> answer.children("metadataFormat"))
                .orElse(List.of()));
        Set<String> all = prefixes(evidence.formats());
        if (!ofItem.contains("oai_dc")) {
            examination.broken(came.get(), "The record was listed in oai_dc, and ListMetadataFormats names for it only " + ofItem
                    + ".");
        } else if (!all.isEmpty() && !all.containsAll(ofItem)) {
            ofItem.removeAll(all);
            examination.broken(came.get(), "ListMetadataFormats names for a record the formats " + ofItem
                    + ", which it does not name for the repository.");
        } else {
            examination.passed();
        }
    }

    private static Set<String> prefixes(List<XmlNode> formats) {
        return formats.stream().map(format -> format.textOf("metadataPrefix").strip()).collect(Collectors.toSet());
    }
}
