package dev.sheaf.validator.evidence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The pages of a list in the order in which they came, each asked for with the token of the one before. Immutable.
 *
 * @param pages as received; the last may be a failure
 * @param end how it ended
 */
public record PageSequence(List<Observation> pages, End end) {

    /** The way in which a sequence ended. */
    public enum End {
        /** The repository gave no further token. */
        COMPLETE,
        /** Enough records were seen, or the run came to one of its bounds: more may follow. */
        SAMPLED,
        /** A page came that is no page of a list: an error of the protocol, or no response. */
        BROKEN,
        /** The same token or the same page came again. */
        LOOPING
    }

    /** A sequence that was not asked for. */
    public static final PageSequence NONE = new PageSequence(List.of(), End.BROKEN);

    /** Copies the list. */
    public PageSequence {
        pages = List.copyOf(pages);
    }

    /** Returns whether the first page came, with or without entries. */
    public boolean isBegun() {
        return !pages.isEmpty() && pages.getFirst().isOai() && !pages.getFirst().document().isError();
    }

    /** Returns whether it came whole. */
    public boolean isComplete() {
        return end == End.COMPLETE;
    }

    /** Returns whether it came whole, and all of its entries are known. */
    public boolean isWhole() {
        return isComplete() && pages.stream()
                .allMatch(page -> page.document().records().size() == page.document().recordCount());
    }

    /** Returns the first page; null when nothing was asked for. */
    public @Nullable Observation first() {
        return pages.isEmpty() ? null : pages.getFirst();
    }

    /** Returns the entries of all pages in their order. */
    public List<RecordFacts> records() {
        List<RecordFacts> all = new ArrayList<>();
        pages.forEach(page -> all.addAll(page.document().records()));
        return all;
    }

    /** Returns the entries by identifier; of several the first. */
    public Map<String, RecordFacts> byIdentifier() {
        Map<String, RecordFacts> all = new LinkedHashMap<>();
        records().forEach(record -> all.putIfAbsent(record.identifier(), record));
        return all;
    }

    /** Returns the same with pages that were asked for again in place of the first ones. */
    PageSequence replacing(Map<ProbeRequest, Observation> others) {
        return new PageSequence(pages.stream().map(page -> others.getOrDefault(page.request(), page)).toList(), end);
    }
}
