package dev.sheaf.validator.rules.arguments;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Arguments may stand in any order, the verb too (S3.1.1.1). */
public final class ArgumentOrder implements RunRule {

    private static final ProbeRequest TURNED = ProbeRequest.of("metadataPrefix", "oai_dc", "verb", "ListIdentifiers");

    @Override
    public String name() {
        return "http.argument-order";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return List.of(TURNED);
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<Observation> usual = evidence.of(KnownRequests.IDENTIFIERS).filter(Observation::isOai);
        Optional<Observation> turned = evidence.of(TURNED);
        if (usual.isEmpty() || turned.isEmpty()) {
            examination.notJudged("ListIdentifiers is not answered");
        } else if (!turned.get().isAnswered()) {
            examination.unreachable(turned.get());
        } else if (turned.get().isOai() && turned.get().document().isError() == usual.get().document().isError()) {
            examination.passed();
        } else {
            examination.broken(turned.get(), "With the verb as the last argument, ListIdentifiers is answered by "
                    + turned.get().summary() + ", and with the verb first by " + usual.get().summary() + ".");
            examination.concerns(usual.get());
        }
    }
}
