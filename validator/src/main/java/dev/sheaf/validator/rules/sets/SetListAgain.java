package dev.sheaf.validator.rules.sets;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.SetSpec;
import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Evidence.ListName;
import dev.sheaf.validator.evidence.KnownRequests;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;

/**
 * A second reading of ListSets, after headers have named sets that the first one lacks: sets may come while a run lasts. Immutable.
 *
 * @param pages as far as they have come
 * @param next request for the page after them; null when there is none
 * @param isComplete true when the list came to its end
 */
record SetListAgain(List<Observation> pages, @Nullable ProbeRequest next, boolean isComplete) {

    private static final ProbeRequest FIRST = KnownRequests.SETS.again().again();

    SetListAgain {
        pages = List.copyOf(pages);
    }

    /** Returns what has come. */
    static SetListAgain of(Evidence evidence) {
        List<Observation> pages = new ArrayList<>();
        Set<String> tokens = new HashSet<>();
        ProbeRequest next = FIRST;
        while (true) {
            Optional<Observation> page = evidence.of(next);
            if (page.isEmpty()) {
                return new SetListAgain(pages, next, false);
            }
            pages.add(page.get());
            boolean isPage = page.get().isOai() && !page.get().document().isError() && page.get().document().malformed() == null;
            String token = page.get().document().nextToken();
            if (!isPage || token.isEmpty() || !tokens.add(token)) {
                return new SetListAgain(pages, null, isPage && token.isEmpty());
            }
            next = ProbeRequest.of("verb", "ListSets", "resumptionToken", token).again().again();
        }
    }

    /** Returns the setSpecs on pages of ListSets. */
    static Set<String> named(List<Observation> pages) {
        return pages.stream().flatMap(page -> page.document().answer().stream())
                .flatMap(answer -> answer.children("set").stream()).map(set -> set.textOf("setSpec").strip())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the sets that headers named before the second reading began and that the first one lacks, each with a record that is in it;
     * none unless the first one came to its end.
     */
    static Map<String, RecordFacts> unlisted(Evidence evidence) {
        Map<String, RecordFacts> unlisted = new LinkedHashMap<>();
        if (!evidence.list(ListName.SETS).isComplete()) {
            return unlisted;
        }
        Set<String> listed = named(evidence.list(ListName.SETS).pages());
        for (Observation page : evidence.all()) {
            if (page.request().equals(FIRST)) {
                return unlisted;
            }
            for (RecordFacts record : page.document().records()) {
                if (!record.isDeleted() && !evidence.isChangedMeanwhile(record)) {
                    record.sets().stream().map(String::strip).filter(set -> new SetSpec(set).isLegal() && !listed.contains(set))
                            .forEach(set -> unlisted.putIfAbsent(set, record));
                }
            }
        }
        return unlisted;
    }

    /** Returns the requests that are still to be made. */
    List<ProbeRequest> wanted() {
        return next == null ? List.of() : List.of(next);
    }
}
