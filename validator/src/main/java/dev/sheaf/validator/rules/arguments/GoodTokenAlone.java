package dev.sheaf.validator.rules.arguments;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/**
 * A token with a further argument is answered by badArgument (S3.5, S3.6). The token is used alone once more afterwards: only a token that still
 * works shows what the argument beside it does.
 */
public final class GoodTokenAlone implements RunRule {

    private static final String NO_TOKEN = "no list came in more than one page";

    @Override
    public String name() {
        return "errors.exclusive-good-token";
    }

    private static Optional<ProbeRequest> alone(Evidence evidence) {
        Observation first = evidence.list(ListName.RECORDS).first();
        return first == null || !first.isOai() || first.document().nextToken().isEmpty()
                ? Optional.empty()
                : Optional.of(ProbeRequest.of("verb", "ListRecords", "resumptionToken", first.document().nextToken()));
    }

    private static ProbeRequest withPrefix(ProbeRequest alone) {
        return alone.and("metadataPrefix", "oai_dc");
    }

    private static ProbeRequest withUntil(ProbeRequest alone) {
        return alone.and("until", "2100-01-01");
    }

    /** The run has used the token up to three times when it walked through the list. */
    private static ProbeRequest afterwards(ProbeRequest alone) {
        return alone.again().again().again();
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return alone(evidence).map(alone -> List.of(withPrefix(alone), withUntil(alone), afterwards(alone))).orElse(List.of());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        Optional<ProbeRequest> alone = alone(evidence);
        // Of the two requests the one that is not refused shows the fault.
        Optional<Observation> came = alone.flatMap(token -> evidence.of(withUntil(token)))
                .filter(beside -> beside.isAnswered() && !beside.hasCode("badArgument"))
                .or(() -> alone.flatMap(token -> evidence.of(withPrefix(token))));
        Optional<Observation> control = alone.flatMap(token -> evidence.of(afterwards(token)));
        if (alone.isEmpty()) {
            examination.notJudged(NO_TOKEN);
        } else if (came.isEmpty() || control.isEmpty()) {
            examination.notJudged(evidence.limit().orElse("the request was not made"));
        } else if (!came.get().isAnswered()) {
            examination.unreachable(came.get());
        } else if (came.get().hasCode("badArgument")) {
            examination.passed();
        } else if (!control.get().isOai() || !control.get().document().answers("ListRecords")) {
            examination.notJudged("the token does not work a second time: alone it is answered by " + control.get().summary());
        } else {
            examination.broken(came.get(), "The request '" + came.get().request().query() + "' is answered by "
                    + came.get().summary() + " instead of badArgument.");
            examination.concerns(control.get());
        }
    }
}
