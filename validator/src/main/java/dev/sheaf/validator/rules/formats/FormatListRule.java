package dev.sheaf.validator.rules.formats;

import java.util.List;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A rule on the formats that ListMetadataFormats names for the repository. */
abstract class FormatListRule implements ResponseRule {

    @Override
    public final void judge(Observation observation, Evidence evidence, Examination examination) {
        if (observation.request().equals(KnownRequests.FORMATS) && observation.isOai()
                && observation.document().answers("ListMetadataFormats")) {
            observation.document().answer()
                    .ifPresent(answer -> judge(observation, answer, answer.children("metadataFormat"), examination));
        }
    }

    /**
     * Judges them.
     *
     * @param answer the element around them
     */
    abstract void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination);
}
