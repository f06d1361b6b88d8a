package dev.sheaf.validator.rules.formats;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** The schema of each format is an address, and its namespace a URI (S3.4). */
public final class FormatAddresses extends FormatListRule {

    @Override
    public String name() {
        return "formats.addresses";
    }

    @Override
    void judge(Observation observation, XmlNode answer, List<XmlNode> formats, Examination examination) {
        for (XmlNode format : formats) {
            for (String element : List.of("schema", "metadataNamespace")) {
                String text = format.textOf(element).strip();
                if (isAbsolute(text)) {
                    examination.passed();
                } else {
                    examination.broken(observation,
                            element + " of the format '" + format.textOf("metadataPrefix").strip() + "' is '"
                                    + text + "', which is no absolute URI.",
                            format);
                }
            }
        }
    }

    private static boolean isAbsolute(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
