package dev.sheaf.validator.rules.formats;

import java.util.List;

import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** No format has the reserved prefix all (S3.4). */
public final class ReservedPrefix extends FormatListRule {

    @Override
    public String name() {
        return "formats.reserved-prefix";
    }

    @Override
    void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination) {
        for (XmlNode format : formats) {
            if (format.textOf("metadataPrefix").strip().equals("all")) {
                examination.broken(observation, "A format has the prefix 'all', which is reserved.", format);
            } else {
                examination.passed();
            }
        }
    }
}
