package dev.sheaf.validator.rules.arguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** All six verbs are answered: by what was asked for, or by the error that says that there is none (S4). */
public final class VerbsAnswered implements RunRule {

    /** Refusals that are matters of access and load, and say nothing about the protocol. */
    private static final Set<Integer> NOT_THE_PROTOCOLS = Set.of(401, 403, 407, 429, 503);

    @Override
    public String name() {
        return "verbs.answered";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>(List.of(KnownRequests.IDENTIFY, KnownRequests.FORMATS, KnownRequests.SETS,
                KnownRequests.IDENTIFIERS, KnownRequests.RECORDS));
        evidence.sample().ifPresent(record -> requests.add(KnownRequests.record(record.identifier(), "oai_dc")));
        return requests;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ProbeRequest request : requests(evidence)) {
            evidence.of(request).ifPresent(came -> judge(came, examination));
        }
    }

    private static void judge(Observation came, Examination examination) {
        String verb = came.request().verb();
        if (came.failedBy() == HarvestException.Kind.REDIRECT) {
            examination.broken(came, verb + " is answered by redirects that do not end: " + came.summary() + ".");
        } else if (came.hasLostArguments()) {
            examination.broken(came, verb + " is redirected without its arguments, so a client that follows gets no answer.");
        } else if (!came.isAnswered() || !came.isOai() && NOT_THE_PROTOCOLS.contains(came.status())) {
            examination.unreachable(came);
        } else if (came.isOai() && (came.document().answer().isPresent() && !came.document().isError()
                || verb.equals("ListSets") && came.hasCode("noSetHierarchy")
                || verb.startsWith("List") && came.hasCode("noRecordsMatch"))) {
            examination.passed();
        } else {
            examination.broken(came, verb + " is answered by " + came.summary() + ".");
        }
    }
}
