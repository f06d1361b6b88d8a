package dev.sheaf.core;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The metadata of one item in one format (S2.5).
 *
 * @param header never null
 * @param metadata the one child element of {@code metadata}, self-contained; null when the record is deleted or a foreign repository
 * sent none
 * @param about the one child element of each {@code about} container, self-contained, of any vocabulary
 */
public record OaiRecord(Header header, @Nullable XmlFragment metadata, List<XmlFragment> about) {

    /** Copies the containers. */
    public OaiRecord {
        about = List.copyOf(about);
    }

    /** Creates a record without about containers. */
    public OaiRecord(Header header, @Nullable XmlFragment metadata) {
        this(header, metadata, List.of());
    }

    /** Returns the identifier of the header. */
    public String identifier() {
        return header.identifier();
    }

    /** Returns the number of bytes of the metadata and the about containers; 0 if there are none. */
    public long contentBytes() {
        long bytes = metadata == null ? 0 : metadata.length();
        for (XmlFragment container : about) {
            bytes += container.length();
        }
        return bytes;
    }

    /** Returns whether the record has been withdrawn. */
    public boolean deleted() {
        return header.deleted();
    }
}
