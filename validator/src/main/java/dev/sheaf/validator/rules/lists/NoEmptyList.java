package dev.sheaf.validator.rules.lists;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A list, or a page of one, has at least one entry: there is an error for an empty list (S3.5, S3.6). */
public final class NoEmptyList implements ResponseRule {

    @Override
    public String name() {
        return "lists.not-empty";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        Optional<XmlNode> answer = observation.document().answer();
        if (!observation.isOai() || answer.isEmpty() || observation.document().isError()) {
            return;
        }
        int entries = switch (answer.get().name()) {
            case "ListRecords", "ListIdentifiers", "GetRecord" -> observation.document().recordCount();
            case "ListSets" -> answer.get().children("set").size();
            case "ListMetadataFormats" -> answer.get().children("metadataFormat").size();
            default -> 1;
        };
        if (entries > 0) {
            examination.passed();
        } else {
            examination.broken(observation, answer.get().name() + " has no entries.", answer.get());
        }
    }
}
