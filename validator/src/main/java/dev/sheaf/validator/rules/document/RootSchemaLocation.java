package dev.sheaf.validator.rules.document;

import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.Namespaces;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** The root element names the schema of the protocol in {@code xsi:schemaLocation} (S3.2). */
public final class RootSchemaLocation implements ResponseRule {

    private static final String LOCATION = "{" + Namespaces.XSI + "}schemaLocation";

    @Override
    public String name() {
        return "document.schema-location";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        XmlNode root = observation.document().root();
        if (root == null || !observation.isOai()) {
            return;
        }
        String location = root.attribute(LOCATION);
        if (location == null) {
            examination.broken(observation, "The root element has no xsi:schemaLocation.", root);
            return;
        }
        List<String> parts = Arrays.asList(location.strip().split("\\s+"));
        for (int i = 0; i + 1 < parts.size(); i += 2) {
            if (parts.get(i).equals(Namespaces.OAI) && isProtocolSchema(parts.get(i + 1))) {
                examination.passed();
                return;
            }
        }
        examination.broken(observation, "xsi:schemaLocation of the root is '" + location.strip() + "'. It must hold the pair '"
                + Namespaces.OAI + " " + Namespaces.OAI_SCHEMA + "'.", root);
    }

    /** The schema's host answers by https too, and both are the same document. */
    private static boolean isProtocolSchema(String address) {
        return address.replaceFirst("^https:", "http:").equals(Namespaces.OAI_SCHEMA);
    }
}
