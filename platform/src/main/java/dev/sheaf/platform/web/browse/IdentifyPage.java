package dev.sheaf.platform.web.browse;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.Granularity;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.platform.web.RecordPageModel.Fact;
import dev.sheaf.platform.web.RecordPageModel.FactValue;

/**
 * Page of a repository's answer to Identify.
 *
 * @param facts elements of Identify
 * @param descriptions its description containers
 */
public record IdentifyPage(BrowseFrame frame, List<Fact> facts, List<ContainerView> descriptions) implements BrowsePage {

    static IdentifyPage of(OaiResponse.Identify answer, BrowseFrame frame) {
        RepositoryDescription description = answer.description();
        List<Fact> facts = new ArrayList<>();
        facts.add(fact("Name", description.repositoryName(), false));
        facts.add(fact("Base URL", description.baseUrl(), true));
        facts.add(fact("Protocol version", description.protocolVersion(), false));
        facts.add(new Fact("Administrator",
                description.adminEmails().stream().map(mail -> new FactValue(mail, null, true)).toList()));
        facts.add(fact("Earliest datestamp", description.earliestDatestamp().text(), true));
        facts.add(fact("Withdrawn records", deleted(description), false));
        facts.add(fact("Granularity", granularity(description), false));
        if (!description.compressions().isEmpty()) {
            facts.add(fact("Compression", String.join(", ", description.compressions()), false));
        }
        return new IdentifyPage(frame, facts, description.descriptions().stream().map(ContainerView::of).toList());
    }

    private static String deleted(RepositoryDescription description) {
        return description.deletedRecordPolicy().map(policy -> policy.text() + ": " + switch (policy) {
            case NO -> "not reported";
            case TRANSIENT -> "reported for some time";
            case PERSISTENT -> "reported permanently";
        }).orElse(description.deletedRecord());
    }

    private static String granularity(RepositoryDescription description) {
        return description.granularity().map(granularity -> switch (granularity) {
            case DAY -> "days (" + Granularity.DAY.text() + ")";
            case SECOND -> "seconds, in UTC (" + Granularity.SECOND.text() + ")";
        }).orElse(description.granularityText());
    }

    private static Fact fact(String label, String text, boolean code) {
        return new Fact(label, List.of(new FactValue(text, null, code)));
    }

    @Override
    public String template() {
        return "browse/identify.jte";
    }
}
