package dev.sheaf.validator.rules.http;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** A compressed response is what its Content-Encoding says, and can be unpacked (S3.1.3). */
public final class CompressionWorks implements RunRule {

    static final List<ProbeRequest> COMPRESSED = List.of(KnownRequests.IDENTIFY.compressed(),
            KnownRequests.RECORDS.compressed());

    @Override
    public String name() {
        return "http.compression";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return COMPRESSED;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (ProbeRequest request : COMPRESSED) {
            Optional<Observation> came = evidence.of(request);
            if (came.isEmpty()) {
                examination.notJudged(evidence.limit().orElse("the request was not made"));
                continue;
            }
            Observation response = came.get();
            if (!response.isAnswered()) {
                examination.unreachable(response);
            } else if (response.isCompressionBroken()) {
                examination.broken(response, "The compressed response cannot be unpacked; without compression it comes whole.");
            } else if (response.isPacked() && response.coding().isEmpty()) {
                examination.broken(response, "The body is compressed (" + response.wireBytes() + " bytes for " + response.bytes()
                        + "), and there is no Content-Encoding.");
            } else if (!response.coding().isEmpty() && response.wireBytes() == response.bytes()) {
                examination.broken(response, "Content-Encoding is '" + response.contentEncoding()
                        + "', and the body is not compressed.", null, "Content-Encoding: " + response.contentEncoding());
            } else {
                examination.passed();
            }
        }
    }
}
