package dev.sheaf.validator.rules.formats;

import java.util.List;
import java.util.Optional;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** Records can be listed in every format that the repository names, unless no item has it (S3.4, S4.4). */
public final class FormatsUsable implements RunRule {

    @Override
    public String name() {
        return "formats.usable";
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return evidence.formats().stream().map(format -> format.textOf("metadataPrefix").strip())
                .filter(prefix -> !prefix.equals("oai_dc") && !prefix.isEmpty()).distinct()
                .limit(evidence.options().formats() - 1L)
                .map(prefix -> ProbeRequest.of("verb", "ListRecords", "metadataPrefix", prefix)).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        List<ProbeRequest> requests = requests(evidence);
        if (requests.isEmpty()) {
            examination.notJudged("the repository names no format but oai_dc");
        }
        for (ProbeRequest request : requests) {
            Optional<Observation> came = evidence.of(request);
            if (came.isEmpty()) {
                examination.notJudged(evidence.limit().orElse("the request was not made"));
            } else if (!came.get().isAnswered()) {
                examination.unreachable(came.get());
            } else if (came.get().isOai()
                    && (came.get().document().answers("ListRecords") || came.get().hasCode("noRecordsMatch"))) {
                examination.passed();
            } else {
                examination.broken(came.get(), "ListMetadataFormats names the format '" + request.argument("metadataPrefix")
                        + "', and ListRecords in it is answered by " + came.get().summary() + ".");
            }
        }
    }
}
