package dev.sheaf.validator.rules.formats;

import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;

/** The format in which records were asked for. Stateless. */
final class AskedFormat {

    private AskedFormat() {}

    /** Returns the metadataFormat element of the format that a request names; for a page of a token, the first request of its list. */
    static Optional<XmlNode> of(Observation observation, Evidence evidence) {
        String asked = evidence.startOf(observation.request()).argument("metadataPrefix");
        String prefix = asked == null ? "oai_dc" : asked;
        return evidence.formats().stream().filter(format -> format.textOf("metadataPrefix").strip().equals(prefix)).findFirst();
    }

    /** Returns the only element in the metadata of a record. */
    static Optional<XmlNode> content(XmlNode record) {
        return record.child("metadata").map(XmlNode::children).filter(children -> children.size() == 1)
                .map(children -> children.getFirst());
    }
}
