package dev.sheaf.validator.rules.formats;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;
import dev.sheaf.validator.rules.Selected;

/**
 * The first format beside oai_dc, as far as its list of records came. Immutable.
 *
 * @param prefix of the format
 * @param records of the list, deleted ones included
 * @param isWhole true when the list came to its end
 */
record FurtherFormat(String prefix, List<RecordFacts> records, boolean isWhole) {

    private static final int MOST_PAGES = 4;

    /** Returns the format; empty when the repository names none or its list did not come. */
    static Optional<FurtherFormat> first(Evidence evidence) {
        return evidence.formats().stream().map(format -> format.textOf("metadataPrefix").strip())
                .filter(prefix -> !prefix.equals("oai_dc") && !prefix.isEmpty()).findFirst().flatMap(prefix -> {
                    Selected list = Selected.of(evidence, ProbeRequest.of("verb", "ListRecords", "metadataPrefix", prefix),
                            MOST_PAGES);
                    return list.isEmpty() || list.records().isEmpty()
                            ? Optional.empty()
                            : Optional.of(new FurtherFormat(prefix, list.records(), list.isComplete()));
                });
    }

    Set<String> identifiers() {
        return records.stream().map(record -> record.identifier().strip()).collect(Collectors.toSet());
    }
}
