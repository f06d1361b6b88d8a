package dev.sheaf.validator.rules.http;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.XmlNode;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Identify lists the codings that the repository uses (S3.1.3, S4.2). */
public final class CompressionListed implements RunRule {

    @Override
    public String name() {
        return "http.compression-listed";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return CompressionWorks.COMPRESSED;
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        if (evidence.identify().isEmpty()) {
            examination.notJudged("Identify was not answered");
            return;
        }
        List<String> listed = evidence.identify().map(node -> node.children("compression")).orElse(List.of()).stream()
                .map(XmlNode::text).map(text -> text.strip().toLowerCase(Locale.ROOT)).toList();
        for (ProbeRequest request : CompressionWorks.COMPRESSED) {
            Optional<Observation> came = evidence.of(request);
            if (came.isEmpty() || !came.get().isOai()) {
                continue;
            }
            String coding = came.get().coding();
            if (!coding.isEmpty() && !listed.contains(coding)) {
                examination.broken(came.get(), "The response is compressed by '" + coding + "', and Identify lists "
                        + (listed.isEmpty() ? "no compression." : listed + "."), null,
                        "Content-Encoding: " + came.get().contentEncoding());
            } else if (coding.isEmpty() && listed.contains("gzip") && came.get().bytes() > 2_000) {
                examination.broken(came.get(), "Identify lists gzip, and a response of " + came.get().bytes()
                        + " bytes to a client that accepts it is not compressed.");
            } else {
                examination.passed();
            }
        }
    }
}
