package dev.sheaf.validator.rules.formats;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** No two formats of a repository have the same prefix (S3.4). */
public final class PrefixesUnique extends FormatListRule {

    @Override
    public String name() {
        return "formats.unique";
    }

    @Override
    void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination) {
        Set<String> seen = new HashSet<>();
        for (XmlNode format : formats) {
            String prefix = format.textOf("metadataPrefix").strip();
            if (seen.add(prefix)) {
                examination.passed();
            } else {
                examination.broken(observation, "The prefix '" + prefix + "' is named twice.", format);
            }
        }
    }
}
