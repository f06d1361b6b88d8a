package dev.sheaf.validator.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.sheaf.validator.evidence.Evidence;
import dev.sheaf.validator.evidence.Observation;
import dev.sheaf.validator.evidence.ProbeRequest;
import dev.sheaf.validator.evidence.RecordFacts;

/**
 * The list that a rule asks for with arguments of its own, as far as its pages have come. Immutable.
 *
 * @param pages in their order
 * @param next the request for the page after them; null when the list has ended or enough pages have come
 * @param isComplete true when the list came to its end
 */
public record Selected(List<Observation> pages, @Nullable ProbeRequest next, boolean isComplete) {

    /**
     * Returns what has come of a list.
     *
     * @param start its first request
     * @param mostPages pages that are worth asking for
     */
    public static Selected of(Evidence evidence, ProbeRequest start, int mostPages) {
        List<Observation> pages = new ArrayList<>();
        ProbeRequest next = start;
        while (true) {
            Optional<Observation> page = evidence.of(next);
            if (page.isEmpty()) {
                return new Selected(pages, next, false);
            }
            pages.add(page.get());
            if (page.get().document().malformed() != null) {
                // A page that is not well-formed may have lost records and its token.
                return new Selected(pages, null, false);
            }
            String token = page.get().document().nextToken();
            if (!page.get().isOai() || page.get().document().isError() || token.isEmpty()) {
                return new Selected(pages, null, page.get().isOai() && !page.get().document().isError());
            }
            if (pages.size() >= mostPages) {
                return new Selected(pages, null, false);
            }
            next = ProbeRequest.of("verb", start.verb(), "resumptionToken", token);
        }
    }

    /** Returns the requests that are still to be made. */
    public List<ProbeRequest> wanted() {
        return next == null ? List.of() : List.of(next);
    }

    /** Returns whether nothing has come. */
    public boolean isEmpty() {
        return pages.isEmpty();
    }

    /** Returns the first page. */
    public Observation first() {
        return pages.getFirst();
    }

    /** Returns the page that holds an entry with this identifier. */
    public Optional<Observation> pageOf(String identifier) {
        return pages.stream().filter(page -> page.document().records().stream()
                .anyMatch(record -> record.identifier().equals(identifier))).findFirst();
    }

    /** Returns all entries. */
    public List<RecordFacts> records() {
        return pages.stream().flatMap(page -> page.document().records().stream()).toList();
    }
}
