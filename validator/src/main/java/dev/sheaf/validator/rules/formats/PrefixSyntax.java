package dev.sheaf.validator.rules.formats;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Each metadataPrefix is made of the characters that are unreserved in URLs (S3.4). */
public final class PrefixSyntax extends FormatListRule {

    @Override
    public String name() {
        return "formats.prefix-syntax";
    }

    @Override
    void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination) {
        for (XmlNode format : formats) {
            String prefix = format.textOf("metadataPrefix");
            if (!prefix.isEmpty() && new MetadataPrefix(prefix).isLegal()) {
                examination.passed();
            } else {
                examination.broken(observation,
                        "The metadataPrefix '" + prefix + "' has characters other than A-Z a-z 0-9 - _ . ! ~"
                                + " * ' ( ).",
                        format);
            }
        }
    }
}
