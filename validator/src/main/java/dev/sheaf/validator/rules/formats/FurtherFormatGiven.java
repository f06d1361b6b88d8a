package dev.sheaf.validator.rules.formats;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Examination;
import dev.sheaf.validator.rules.RunRule;

/** GetRecord gives the records of a further format as they are listed in it (S3.4, S4.1). */
public final class FurtherFormatGiven implements RunRule {

    @Override
    public String name() {
        return "formats.get";
    }

    private static List<RecordFacts> samples(Evidence evidence) {
        List<RecordFacts> live = FurtherFormat.first(evidence).map(FurtherFormat::records).orElse(List.of()).stream()
                .filter(record -> !record.isDeleted() && !record.identifier().isBlank()).toList();
        if (live.size() < 3) {
            return live;
        }
        return new ArrayList<>(List.of(live.getFirst(), live.get(live.size() / 2), live.getLast()));
    }

    private static ProbeRequest request(RecordFacts record, Evidence evidence) {
        return KnownRequests.record(record.identifier().strip(),
                FurtherFormat.first(evidence).map(FurtherFormat::prefix).orElse(""));
    }

    @Override
    public List<ProbeRequest> requests(Evidence evidence) {
        return samples(evidence).stream().map(record -> request(record, evidence)).toList();
    }

    @Override
    public void judge(Evidence evidence, Examination examination) {
        for (RecordFacts listed : samples(evidence)) {
            evidence.of(request(listed, evidence)).ifPresent(came -> judge(came, listed, examination));
        }
        examination.notJudged(evidence.limit().orElse("no record in a format but oai_dc was seen"));
    }

    private static void judge(Observation came, RecordFacts listed, Examination examination) {
        if (!came.isAnswered()) {
            examination.unreachable(came);
            return;
        }
        if (!came.isOai()) {
            examination.notJudged("GetRecord is answered by " + came.summary());
            return;
        }
        List<RecordFacts> records = came.document().records();
        String asked = "GetRecord of " + listed.identifier() + " in '" + came.request().argument("metadataPrefix") + "'";
        if (records.isEmpty()) {
            examination.broken(came, asked + ", which is listed in this format, is answered by " + came.summary() + ".");
        } else if (!records.getFirst().identifier().strip().equals(listed.identifier().strip())
                || listed.metadataRoot() != null && !Objects.equals(listed.metadataRoot(), records.getFirst().metadataRoot())) {
            examination.broken(came, asked + " gives another record than the list.", listed.identifier(),
                    records.getFirst().excerpt());
        } else {
            examination.passed();
        }
    }
}
