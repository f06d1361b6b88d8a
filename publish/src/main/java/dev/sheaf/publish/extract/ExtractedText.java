package dev.sheaf.publish.extract;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Text and metadata of a document.
 *
 * @param type media type of the content, without parameters
 * @param language as the document states it (RFC 5646); empty when it does not
 * @param metadata values that the document states, by the local names of the fifteen elements of Dublin Core; others are ignored
 * @param text empty when the document has none; null when nothing is known that reads text of this type
 */
public record ExtractedText(String type, String language, Map<String, List<String>> metadata, @Nullable String text) {

    /** Copies the metadata. */
    public ExtractedText {
        Map<String, List<String>> copy = new TreeMap<>();
        metadata.forEach((element, values) -> copy.put(element, List.copyOf(values)));
        metadata = java.util.Collections.unmodifiableMap(copy);
    }
}
