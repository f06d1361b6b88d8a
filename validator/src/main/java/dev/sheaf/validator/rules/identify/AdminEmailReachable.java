package dev.sheaf.validator.rules.identify;

import java.util.List;
import java.util.Locale;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;

/** Each adminEmail is a bare address that somebody outside can write to (S4.2). */
public final class AdminEmailReachable extends IdentifyRule {

    private static final List<String> NOWHERE = List.of("@localhost", ".localdomain", "@127.0.0.1");

    @Override
    public String name() {
        return "identify.admin-email-usable";
    }

    @Override
    void judge(Observation observation, XmlNode identify, Evidence evidence, Examination examination) {
        for (XmlNode address : identify.children("adminEmail")) {
            String text = address.text().strip().toLowerCase(Locale.ROOT);
            if (text.startsWith("mailto:")) {
                examination.broken(observation, "adminEmail '" + address.text() + "' begins with mailto:.", address);
            } else if (NOWHERE.stream().anyMatch(text::contains)) {
                examination.broken(observation, "Nobody outside can write to adminEmail '" + address.text() + "'.", address);
            } else {
                examination.passed();
            }
        }
    }
}
