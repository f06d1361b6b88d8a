package dev.sheaf.validator.rules.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Requests by POST are answered as those by GET (S3.1.1). */
public final class PostEqualsGet implements RunRule {

    private static final List<String> STEADY = List.of("repositoryName", "baseURL", "protocolVersion", "deletedRecord",
            "granularity");

    @Override
    public String name() {
        return "http.post";
    }

    private static List<ProbeRequest> gets(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>();
        requests.add(KnownRequests.IDENTIFY);
        evidence.sample().ifPresent(record -> requests.add(KnownRequests.record(record.identifier(), "oai_dc")));
        return requests;
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return gets(evidence).stream().map(ProbeRequest::posted).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ProbeRequest get : gets(evidence)) {
            Optional<Observation> got = evidence.of(get);
            Optional<Observation> posted = evidence.of(get.posted());
            if (got.isEmpty() || posted.isEmpty() || !got.get().isOai()) {
                examination.notJudged("no request by GET was answered to compare with");
            } else if (posted.get().status() / 100 == 3) {
                // Redirects of a POST lose its body with many clients: they are judged by GET.
                examination.notJudged("the base URL is redirected");
            } else if (!posted.get().isAnswered()) {
                examination.unreachable(posted.get());
            } else if (content(got.get()).equals(content(posted.get()))) {
                examination.passed();
            } else {
                examination.broken(posted.get(), get.verb() + " by POST is answered by " + posted.get().summary()
                        + ", and by GET with " + got.get().summary() + (posted.get().summary().equals(got.get().summary())
                                ? " of other content."
                                : "."));
                examination.concerns(got.get());
            }
        }
    }

    /** Returns what must be the same; descriptions and dates of Identify may change between two requests. */
    private static String content(Observation observation) {
        List<RecordFacts> records = observation.document().records();
        return records.isEmpty()
                ? observation.summary() + observation.document().answer().map(answer -> STEADY.stream().map(answer::textOf)
                        .toList().toString()).orElse("")
                : records.getFirst().identifier() + records.getFirst().datestamp() + records.getFirst().metadataRoot();
    }
}
