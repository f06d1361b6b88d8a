package dev.sheaf.platform.watch;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.harvester.http.BotProtection;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.platform.keys.SigningSettings;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.runs.RunReport;

/**
 * A letter to the administrator of a repository whose host blocks automated access: what happens, and how the host can recognise the requests
 * of this hub: by User-Agent, From, and the key that signs them. The text is ready to send; the sender adds the signature. Stateless.
 */
public final class AccessLetter {

    private static final String INDENT = "   ";
    private static final int RUNS = 20;

    private AccessLetter() {}

    /**
     * Returns the letter.
     *
     * @param address base URL of the source
     * @param rules rules of the requests to this source, which say how they identify themselves
     * @return empty if the last run that filled the source met no bot protection
     */
    public static Optional<String> of(HubStore store, Source source, String address, FetchRules rules) {
        for (RunReport run : store.runs().last(source.id(), RUNS)) {
            HarvestOutcome outcome = run.outcome();
            if (run.kind() == RunReport.Kind.FILL && outcome != null) {
                return outcome.reason().contains(BotProtection.BLOCKED)
                        ? Optional.of(text(address, mails(store, source), protection(outcome.reason()), run.started(), rules))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Returns the lines of a list by which a host can recognise signed requests. */
    public static List<String> signature(RequestSigner signer) {
        return List.of("- their signature (Web Bot Auth, HTTP Message Signatures, RFC 9421):",
                "  header:    Signature-Agent: " + signer.agentHeader(),
                "  key:       " + signer.keyId(),
                "  published: " + SigningSettings.directory(signer.origin()));
    }

    private static List<String> mails(HubStore store, Source source) {
        return store.description(source.id()).map(SourceDescription::identify).map(RepositoryDescription::adminEmails)
                .orElse(List.of());
    }

    private static String protection(String reason) {
        String rest = reason.substring(reason.indexOf(BotProtection.BLOCKED) + BotProtection.BLOCKED.length());
        int end = rest.indexOf(", HTTP ");
        return AdministratorLetter.harmless(end < 0 ? "a firewall" : rest.substring(0, end));
    }

    static String text(String address, List<String> mails, String protection, Instant since, FetchRules rules) {
        List<String> lines = new ArrayList<>();
        lines.add("To: " + AdministratorLetter.recipients(mails));
        lines.add("Subject: OAI-PMH: your host blocks our harvester");
        lines.add("");
        lines.add("Dear colleagues,");
        lines.add("");
        AdministratorLetter.wrap(lines, "", "we harvest your repository's metadata with OAI-PMH, from its base URL");
        lines.add("");
        lines.add(INDENT + AdministratorLetter.harmless(address));
        lines.add("");
        AdministratorLetter.wrap(lines, "", "On " + AdministratorLetter.day(since) + " " + protection
                + " answered our requests instead of the repository. Could you admit our requests to this one address? You can "
                + "recognise them by");
        lines.add("");
        lines.add("- the User-Agent " + rules.userAgent());
        if (rules.from() != null) {
            lines.add("- the From header " + rules.from());
        }
        RequestSigner signer = rules.signer();
        if (signer != null) {
            lines.addAll(signature(signer));
        }
        lines.add("- our address [IP address]");
        lines.add("");
        AdministratorLetter.wrap(lines, "", "We send one request at a time, wait when your server asks for it (429 or 503 with "
                + "Retry-After), and fetch only what is new. In Cloudflare a \"Skip\" rule for the path of the base URL does it; in AWS WAF "
                + "a rule with the action \"Allow\" in front of the others; in Anubis an entry with \"action: ALLOW\" for the path.");
        lines.add("");
        lines.add("With kind regards,");
        lines.add("");
        lines.add("[name, institution, e-mail address]");
        return String.join("\n", lines) + "\n";
    }
}
