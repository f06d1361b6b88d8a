package dev.sheaf.validator.profile;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;
import dev.sheaf.validator.rules.Selected;

/**
 * The repository offers a format that a profile requires, and has records in it.
 *
 * @param name of the rule
 * @param prefix that the profile recommends; one that ends with {@code *} is required as the beginning of the prefix
 * @param namespaces of which the format has one
 */
record FormatRequirement(String name, String prefix, Set<String> namespaces) implements RunRule {

    private static final int MOST_PAGES = 3;

    /** Copies the set. */
    FormatRequirement {
        namespaces = Set.copyOf(namespaces);
    }

    private Optional<String> offered(Evidence evidence) {
        return evidence.formats().stream().filter(format -> namespaces.contains(format.textOf("metadataNamespace").strip()))
                .map(format -> format.textOf("metadataPrefix").strip())
                .filter(found -> !prefix.endsWith("*") || AllowedValues.of(prefix).allows(found)).findFirst();
    }

    private Optional<Selected> records(Evidence evidence) {
        return offered(evidence).map(found -> Selected.of(evidence,
                ProbeRequest.of("verb", "ListRecords", "metadataPrefix", found), MOST_PAGES));
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return records(evidence).filter(selected -> selected.records().size() < evidence.options().sample())
                .map(Selected::wanted).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> formats = evidence.of(KnownRequests.FORMATS);
        if (formats.isEmpty() || !formats.get().isOai()) {
            examination.notJudged("ListMetadataFormats was not answered");
            return;
        }
        if (offered(evidence).isEmpty()) {
            examination.broken(formats.get(),
                    "No format has the namespace '" + String.join("' or '", new TreeSet<>(namespaces)) + "' ("
                            + (prefix.endsWith("*") ? "its prefix begins with " : "usual prefix: ")
                            + prefix.replace("*", "") + "). There are "
                            + evidence.formats().stream().map(format -> format.textOf("metadataPrefix")).toList() + ".",
                    formats.get().document().answer().map(XmlNode::offset).orElse(0));
            return;
        }
        Selected selected = records(evidence).orElseThrow();
        if (selected.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("the request was not made"));
        } else if (!selected.first().isAnswered()) {
            examination.unreachable(selected.first());
        } else if (selected.records().isEmpty()) {
            examination.broken(selected.first(), "There are no records in the format: the answer is " + selected.first().summary()
                    + ".");
        } else {
            examination.passed();
        }
    }
}
