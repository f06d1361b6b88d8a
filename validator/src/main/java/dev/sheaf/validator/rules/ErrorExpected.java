package dev.sheaf.validator.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;

/**
 * A wrong request is answered by one of certain errors (S3.6). Requests of a verb that does not even answer a right one are not judged.
 *
 * @param name of the rule
 * @param codes of which one is expected
 * @param wrong makes the requests of what is known of the repository; none when they make no sense there
 * @param otherwise why there are none, for people
 */
public record ErrorExpected(String name, Set<String> codes, Function<Evidence, List<ProbeRequest>> wrong,
        String otherwise) implements RunRule {

    /** Copies the set. */
    public ErrorExpected {
        codes = Set.copyOf(codes);
    }

    /** Returns a rule with requests that make sense everywhere. */
    public static ErrorExpected of(String name, Set<String> codes, ProbeRequest... requests) {
        List<ProbeRequest> always = List.of(requests);
        return new ErrorExpected(name, codes, _ -> always, "");
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return wrong.apply(evidence).stream().filter(request -> whyNot(evidence, request).isEmpty()).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<ProbeRequest> requests = wrong.apply(evidence);
        if (requests.isEmpty()) {
            examination.notJudged(otherwise);
        }
        for (ProbeRequest request : requests) {
            Optional<String> reason = whyNot(evidence, request);
            Optional<Observation> came = evidence.of(request);
            if (reason.isPresent()) {
                examination.notJudged(reason.get());
            } else if (came.isEmpty()) {
                examination.notJudged(evidence.limit().orElse("the request was not made"));
            } else {
                judge(came.get(), examination);
            }
        }
    }

    private void judge(Observation came, Examination examination) {
        if (!came.isAnswered()) {
            examination.unreachable(came);
        } else if (codes.stream().anyMatch(came::hasCode)) {
            examination.passed();
        } else {
            examination.broken(came,
                    "The request '" + came.request().query() + "' is answered by " + came.summary() + " instead of "
                            + String.join(" or ", new TreeSet<>(codes)) + ".");
        }
    }

    /** Returns why a request would show nothing. */
    private static Optional<String> whyNot(Evidence evidence, ProbeRequest request) {
        if (request.verb().equals("GetRecord")) {
            return whyNotGetRecord(evidence);
        }
        Optional<ProbeRequest> plain = KnownRequests.plain(request.verb());
        if (plain.isEmpty()) {
            return Optional.empty();
        }
        Optional<Observation> came = evidence.of(plain.get());
        boolean answers = came.filter(Observation::isOai)
                .filter(one -> one.document().answers(request.verb()) || one.hasCode("noRecordsMatch")
                        || one.hasCode("noSetHierarchy"))
                .isPresent();
        return answers ? Optional.empty() : Optional.of("the repository does not answer " + plain.get().query());
    }

    /** Records are asked for by the identifier of one that was listed; where nothing can be listed, GetRecord may be closed too. */
    private static Optional<String> whyNotGetRecord(Evidence evidence) {
        boolean isOpen = evidence.list(ListName.RECORDS).isBegun() || evidence.list(ListName.IDENTIFIERS).isBegun()
                || evidence.of(KnownRequests.RECORDS).filter(page -> page.hasCode("noRecordsMatch")).isPresent();
        boolean fails = evidence.sample().flatMap(record -> evidence.of(KnownRequests.record(record.identifier(), "oai_dc")))
                .filter(came -> !came.isOai()).isPresent();
        return isOpen && !fails ? Optional.empty() : Optional.of("the repository does not answer GetRecord of a listed record");
    }
}
