package dev.sheaf.validator.rules.identify;

import java.util.regex.Pattern;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Each adminEmail is an e-mail address by the schema of the protocol (S4.2). */
public final class AdminEmail extends IdentifyRule {

    private static final Pattern ADDRESS = Pattern.compile("\\S+@(\\S+\\.)+\\S+");

    @Override
    public String name() {
        return "identify.admin-email";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        for (XmlNode address : identify.children("adminEmail")) {
            // Longer ones are none, and the pattern's time grows with their length.
            if (address.text().length() < 400 && ADDRESS.matcher(address.text()).matches()) {
                examination.passed();
            } else {
                examination.broken(observation, "adminEmail '" + address.text() + "' is not an e-mail address.", address);
            }
        }
    }
}
