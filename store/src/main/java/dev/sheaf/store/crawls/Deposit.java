package dev.sheaf.store.crawls;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * A resource of a collection whose owner decides what is published. Descriptions are values by the local names of the elements of Dublin Core.
 *
 * @param resource name of the resource: path without extension, with slashes
 * @param state whether the owner has approved it
 * @param correction values that replace the extracted ones of an element; an empty list for an element that is to have no value
 * @param extracted description that the last crawl extracted; null when none has read the resource
 * @param changed when state or correction last changed, to the millisecond
 */
public record Deposit(String resource, State state, Map<String, List<String>> correction,
        @Nullable Map<String, List<String>> extracted, Instant changed) {

    /** Decision of the owner. */
    public enum State {
        /** It waits for approval. */
        SUBMITTED,
        /** It is to be published. */
        APPROVED
    }

    /** Copies the descriptions. */
    public Deposit {
        correction = copy(correction);
        extracted = extracted == null ? null : copy(extracted);
    }

    private static Map<String, List<String>> copy(Map<String, List<String>> description) {
        Map<String, List<String>> copy = new TreeMap<>();
        description.forEach((element, values) -> copy.put(element, List.copyOf(values)));
        return Collections.unmodifiableMap(copy);
    }

    /** Returns the description that is to be published: the extracted one, with corrections instead of what they replace. */
    public Map<String, List<String>> description() {
        return corrected(extracted == null ? Map.of() : extracted, correction);
    }

    /** Returns an extracted description with corrections instead of what they replace. */
    public static Map<String, List<String>> corrected(Map<String, List<String>> extracted,
            Map<String, List<String>> correction) {
        Map<String, List<String>> corrected = new TreeMap<>(extracted);
        corrected.putAll(correction);
        corrected.values().removeIf(List::isEmpty);
        return corrected;
    }
}
