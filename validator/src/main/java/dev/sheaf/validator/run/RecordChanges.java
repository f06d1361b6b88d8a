package dev.sheaf.validator.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.Prober;
import dev.sheaf.validator.evidence.RecordFacts;

/**
 * Finds the records that changed, came or went while a run lasted, so that no rule holds them against the repository. The repository says
 * itself what changed: by the datestamps in its lists and by the list from the time at which the run began. For one thread.
 */
final class RecordChanges {

    private static final int MOST_PAGES = 3;
    /** Records that are asked for by GetRecord for one rule. */
    private static final int MOST_WITNESSES = 3;

    private final Evidence evidence;
    private final Prober prober;

    RecordChanges(Evidence evidence, Prober prober) {
        this.evidence = evidence;
        this.prober = prober;
    }

    /**
     * Asks what has changed, and notes it in the evidence.
     *
     * @param latest responses of the latest requests, which evidence does not hold
     * @param witnesses identifiers of records that stand for a fault; those that no latest list holds are asked for
     * @param mayAsk tells whether the run may make a further request
     */
    void ask(Collection<Observation> latest, Set<String> witnesses, BooleanSupplier mayAsk) {
        List<Observation> lists = new ArrayList<>(latest);
        lists.addAll(evidence.all());
        lists.addAll(sinceBeginning(mayAsk));
        for (Observation observation : lists) {
            if (!observation.request().verb().startsWith("List")) {
                continue;
            }
            for (RecordFacts record : observation.document().records()) {
                if (!record.identifier().isBlank() && evidence.isChangedMeanwhile(record)) {
                    evidence.putChanged(record.identifier());
                }
            }
        }
        Set<String> listed = latest.isEmpty() && witnesses.isEmpty()
                ? Set.of()
                : evidence.records().stream().map(record -> record.identifier().strip()).collect(Collectors.toSet());
        Set<String> gone = new LinkedHashSet<>(witnesses);
        if (witnesses.isEmpty()) {
            latest.forEach(now -> evidence.of(now.request()).ifPresent(before -> before.document().records().stream()
                    .map(record -> record.identifier().strip()).filter(identifier -> !holds(now, identifier))
                    .forEach(gone::add)));
        }
        for (String witness : gone.stream().filter(one -> !evidence.isChanged(one) && listed.contains(one))
                .limit(MOST_WITNESSES).toList()) {
            boolean isListed = latest.stream().filter(one -> one.request().verb().startsWith("List"))
                    .anyMatch(one -> holds(one, witness));
            if (!isListed && hasVanished(witness, mayAsk)) {
                evidence.putChanged(witness);
            }
        }
    }

    /** Returns whether GetRecord does not know a record any more, and the page that listed it does not list it any more. */
    private boolean hasVanished(String identifier, BooleanSupplier mayAsk) {
        if (!mayAsk.getAsBoolean()
                || !prober.ask(KnownRequests.record(identifier, "oai_dc"), (_, _, _) -> {}).hasCode("idDoesNotExist")) {
            return false;
        }
        Optional<ProbeRequest> listing = evidence.all().stream()
                .filter(one -> one.request().verb().startsWith("List") && !one.request().isPost() && holds(one, identifier))
                .map(Observation::request).findFirst();
        return listing.isPresent() && mayAsk.getAsBoolean() && !holds(prober.ask(listing.get(), (_, _, _) -> {}), identifier);
    }

    private static boolean holds(Observation observation, String identifier) {
        return observation.document().records().stream().anyMatch(record -> record.identifier().strip().equals(identifier));
    }

    /** Returns the pages of the list from the beginning of the run on. */
    private List<Observation> sinceBeginning(BooleanSupplier mayAsk) {
        List<Observation> pages = new ArrayList<>();
        if (!evidence.list(Evidence.ListName.IDENTIFIERS).isBegun() && !evidence.list(Evidence.ListName.RECORDS).isBegun()) {
            return pages;
        }
        Datestamp from = Datestamp.of(evidence.start(), evidence.granularity().orElse(Granularity.DAY));
        ProbeRequest next = KnownRequests.IDENTIFIERS.and("from", from.text());
        while (pages.size() < MOST_PAGES && mayAsk.getAsBoolean()) {
            Observation page = prober.ask(next, (_, _, _) -> {}).withoutBody();
            pages.add(page);
            String token = page.isOai() && !page.document().isError() ? page.document().nextToken() : "";
            if (token.isEmpty()) {
                break;
            }
            next = ProbeRequest.of("verb", "ListIdentifiers", "resumptionToken", token);
        }
        return pages;
    }
}
