package dev.sheaf.validator.rules.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A response to a client that refuses compression by q=0 is not compressed (S3.1.3; RFC 9110, 12.5.3). */
public final class CompressionRefused implements RunRule {

    /** The same requests from a client that accepts identity alone, by those that refuse. */
    private static final Map<ProbeRequest, ProbeRequest> PLAIN = plain();

    private static Map<ProbeRequest, ProbeRequest> plain() {
        Map<ProbeRequest, ProbeRequest> requests = new LinkedHashMap<>();
        requests.put(KnownRequests.IDENTIFIERS_AGAIN, KnownRequests.IDENTIFIERS);
        requests.put(KnownRequests.RECORDS.refusing("*"), KnownRequests.RECORDS);
        return requests;
    }

    @Override
    public String name() {
        return "http.compression-refused";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return List.copyOf(PLAIN.keySet());
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        PLAIN.forEach((request, plain) -> {
            Optional<Observation> came = evidence.of(request);
            Optional<Observation> other = evidence.of(plain).filter(Observation::isOai);
            if (came.isEmpty() || other.isEmpty()) {
                examination.notJudged("no list came");
            } else if (!other.get().coding().isEmpty() || other.get().isPacked()) {
                examination.notJudged("responses are compressed for clients that accept identity alone");
            } else {
                judge(came.get(), examination);
            }
        });
    }

    private static void judge(Observation response, Examination examination) {
        String refusal = "The request refuses compression (" + response.request().refused() + ";q=0), and ";
        if (response.failedBy() == HarvestException.Kind.CONTENT_CODING) {
            examination.broken(response, refusal + "the response is compressed: " + response.summary());
        } else if (!response.isAnswered()) {
            examination.unreachable(response);
        } else if (!response.coding().isEmpty()) {
            examination.broken(response, refusal + "the response has Content-Encoding: " + response.contentEncoding() + ".", null,
                    "Content-Encoding: " + response.contentEncoding());
        } else if (response.isPacked()) {
            examination.broken(response, refusal + "the body is compressed: " + response.wireBytes() + " bytes were sent for "
                    + response.bytes() + ".");
        } else {
            examination.passed();
        }
    }
}
