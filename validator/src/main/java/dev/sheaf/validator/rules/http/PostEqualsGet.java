package dev.sheaf.validator.rules.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
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

    private static final int LATER = 9;

    @Override
    public String name() {
        return "http.post";
    }

    @Override
    public boolean comparesMoments() {
        return true;
    }

    private static List<ProbeRequest> gets(Evidence evidence) {
        List<ProbeRequest> requests = new ArrayList<>();
        requests.add(KnownRequests.IDENTIFY);
        evidence.sample().ifPresent(record -> requests.add(KnownRequests.record(record.identifier(), "oai_dc")));
        // Each argument of lists by POST too: one with a from, one with a set, and one page of a token.
        selective(evidence, "from").ifPresent(requests::add);
        selective(evidence, "set").ifPresent(requests::add);
        List<Observation> pages = evidence.list(ListName.IDENTIFIERS).pages();
        if (pages.size() > 1) {
            requests.add(pages.get(1).request());
        }
        return requests;
    }

    /** A token that is too old by GET too shows nothing. The run has used it before, and asks for it under another number. */
    private static ProbeRequest afterwards(ProbeRequest get) {
        return new ProbeRequest(get.arguments(), false, false, LATER);
    }

    /** Returns a request for a list with an argument, which another rule has made. */
    private static Optional<ProbeRequest> selective(Evidence evidence, String argument) {
        return evidence.all().stream().filter(one -> one.isOai() && one.document().recordCount() > 0).map(Observation::request)
                .filter(one -> !one.isPost() && one.repetition() == 0 && one.verb().equals("ListIdentifiers")
                        && one.argument(argument) != null && "oai_dc".equals(one.argument("metadataPrefix")))
                .findFirst();
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return gets(evidence).stream()
                .flatMap(get -> get.isContinuation() ? Stream.of(get.posted(), afterwards(get)) : Stream.of(get.posted()))
                .toList();
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
            } else if (get.isContinuation() && evidence.of(afterwards(get))
                    .filter(late -> late.isOai() && !late.document().isError()).isEmpty()) {
                examination.notJudged("the token does not work any more by GET either");
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
                : records.stream().map(record -> record.identifier() + record.datestamp() + record.metadataRoot()).sorted()
                        .toList()
                        .toString();
    }
}
