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
 * @param remarks for people: what of the document could not be read or is not indexed; usually empty
 */
public record ExtractedText(String type, String language, Map<String, List<String>> metadata, @Nullable String text,
        List<String> remarks) {

    /** Copies metadata and remarks. */
    public ExtractedText {
        Map<String, List<String>> copy = new TreeMap<>();
        metadata.forEach((element, values) -> copy.put(element, List.copyOf(values)));
        metadata = java.util.Collections.unmodifiableMap(copy);
        remarks = List.copyOf(remarks);
    }

    /** A document that was read whole. */
    public ExtractedText(String type, String language, Map<String, List<String>> metadata, @Nullable String text) {
        this(type, language, metadata, text, List.of());
    }
}
