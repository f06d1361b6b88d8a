package dev.sheaf.validator.rules.identify;

import java.util.Locale;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Elements compression of Identify name content codings other than identity (S3.1.3, S4.2). */
public final class CompressionStated extends IdentifyRule {

    @Override
    public String name() {
        return "identify.compression";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        for (XmlNode child : identify.children("compression")) {
            String coding = child.text().strip().toLowerCase(Locale.ROOT);
            if (coding.isEmpty() || coding.equals("identity")) {
                examination.broken(observation, "compression is '" + child.text()
                        + "': it names codings other than identity, which every repository has.", child);
            } else {
                examination.passed();
            }
        }
    }
}
