package dev.sheaf.validator.rules.http;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.ResponseRule;

/** A response to a client that accepts the coding identity alone is not compressed (S3.1.3). */
public final class CompressionUnasked implements ResponseRule {

    @Override
    public String name() {
        return "http.compression-unasked";
    }

    @Override
    public void judge(Observation observation, Evidence evidence, Examination examination) {
        boolean isIdentityAlone = !observation.request().isCompressed() && observation.request().refused().isEmpty();
        if (!isIdentityAlone || observation.request().isPost() || !observation.isOai()) {
            return;
        }
        if (!observation.coding().isEmpty()) {
            examination.broken(observation, "The request accepts 'identity' alone, and the response has Content-Encoding: "
                    + observation.contentEncoding() + ".", null, "Content-Encoding: " + observation.contentEncoding());
        } else if (observation.isPacked()) {
            examination.broken(observation, "The request accepts 'identity' alone, and the body is compressed: "
                    + observation.wireBytes() + " bytes were sent for " + observation.bytes() + ".");
        } else {
            examination.passed();
        }
    }
}
