package dev.sheaf.platform.proxy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.PublicUrl;
import dev.sheaf.core.ReceivedDate;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.xml.LegalFragment;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.store.sources.ProxiedFault;

/**
 * Description of a source for the harvester: with the requested address, with replacements for missing parts that the protocol requires
 * (S4.2), and with a gateway container that describes the proxy.
 */
final class IdentifyForm {

    private final Question question;
    private final String adminEmail;
    private final String description;
    private final @Nullable String gatewayUrl;
    private final List<String> compressions;
    private final List<ProxiedFault> faults = new ArrayList<>();

    /**
     * @param adminEmail address of the hub's administrator
     * @param description page of the hub that describes the proxied source
     * @param gatewayUrl common beginning of all addresses of the proxy; null if the request has the source's own address
     * @param compressions compressions that the hub supports
     */
    IdentifyForm(Question question, String adminEmail, String description, @Nullable String gatewayUrl,
            List<String> compressions) {
        this.question = question;
        this.adminEmail = adminEmail;
        this.description = description;
        this.gatewayUrl = gatewayUrl;
        this.compressions = List.copyOf(compressions);
    }

    /** Returns the missing or wrong parts. */
    List<ProxiedFault> faults() {
        return List.copyOf(faults);
    }

    /** Returns the description for the harvester. */
    RepositoryDescription of(RepositoryDescription received) {
        String name = received.repositoryName().isBlank() ? question.source().id() : received.repositoryName();
        Granularity granularity = granularity(received);
        List<String> emails = emails(received);
        List<XmlFragment> descriptions = new ArrayList<>();
        for (XmlFragment description : received.descriptions()) {
            LegalFragment.Checked checked = LegalFragment.container(description);
            if (!checked.what().isEmpty()) {
                note(checked.what(), "", "");
            }
            if (checked.fragment() != null) {
                descriptions.add(checked.fragment());
            }
        }
        // Only one gateway is legal. This one describes the proxy; the gateway of the source remains in its own Identify.
        descriptions.removeIf(IdentifyForm::isGateway);
        descriptions.add(ContainerWriter.write(new Gateway(PublicUrl.of(String.valueOf(question.source().baseUrl())), description,
                List.of(adminEmail), gatewayUrl, null)));
        return new RepositoryDescription(name, question.baseUrl(), "2.0", emails, earliest(received, granularity),
                deletedRecord(received), granularity.text(), compressions, descriptions);
    }

    private static boolean isGateway(XmlFragment description) {
        return Container.ofRoot(XmlFragments.rootNamespace(description), XmlFragments.rootName(description))
                .filter(Container.GATEWAY::equals).isPresent();
    }

    private void note(String what, String before, String after) {
        faults.add(new ProxiedFault(null, "identify", "", -1, what, before, after));
    }

    private Granularity granularity(RepositoryDescription received) {
        return received.granularity().orElseGet(() -> {
            Granularity granularity = received.earliestDatestamp().granularity().orElse(Granularity.DAY);
            note("the granularity is missing or not one of the two allowed", received.granularityText(), granularity.text());
            return granularity;
        });
    }

    private Datestamp earliest(RepositoryDescription received, Granularity granularity) {
        Datestamp fitting = KnownSource.fitting(received.earliestDatestamp(), granularity);
        if (fitting.isLegal()) {
            if (!fitting.equals(received.earliestDatestamp())) {
                note("the earliestDatestamp has another granularity than Identify announces", received.earliestDatestamp().text(),
                        fitting.text());
            }
            return fitting;
        }
        Datestamp lowest = Datestamp.of(java.time.Instant.EPOCH, granularity);
        Datestamp legal = KnownSource.fitting(ReceivedDate.legal(received.earliestDatestamp()).orElse(lowest),
                granularity);
        note("the earliestDatestamp is missing or not a date", received.earliestDatestamp().text(), legal.text());
        return legal;
    }

    private String deletedRecord(RepositoryDescription received) {
        return received.deletedRecordPolicy().map(DeletedRecordPolicy::text).orElseGet(() -> {
            String policy = Arrays.stream(DeletedRecordPolicy.values()).map(DeletedRecordPolicy::text)
                    .filter(text -> text.equals(received.deletedRecord().strip().toLowerCase(Locale.ROOT))).findFirst()
                    .orElse(DeletedRecordPolicy.TRANSIENT.text());
            note("deletedRecord is missing or not one of the three allowed", received.deletedRecord(), policy);
            return policy;
        });
    }

    private List<String> emails(RepositoryDescription received) {
        List<String> legal = received.adminEmails().stream().map(IdentifyForm::email).filter(IdentifyForm::isEmail).toList();
        if (!legal.equals(received.adminEmails())) {
            note("an adminEmail is missing or not an address", String.join(", ", received.adminEmails()),
                    legal.isEmpty() ? adminEmail : String.join(", ", legal));
        }
        return legal.isEmpty() ? List.of(adminEmail) : legal;
    }

    private static String email(String received) {
        String address = received.strip();
        return address.toLowerCase(Locale.ROOT).startsWith("mailto:") ? address.substring("mailto:".length()) : address;
    }

    /** Checks the pattern of the schema: characters, an at sign, characters with a dot between them. */
    private static boolean isEmail(String address) {
        int at = address.indexOf('@');
        return at > 0 && address.indexOf('.', at + 2) > 0 && !address.endsWith(".") && address.chars().noneMatch(c -> c <= ' ');
    }
}
