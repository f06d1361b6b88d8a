package dev.sheaf.core;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The metadata of one item in one format (S2.5).
 *
 * @param header never null
 * @param metadata the one child element of {@code metadata}, self-contained; null when the record is deleted or a foreign repository
 *     sent none
 * @param index the one child element of {@code index}, self-contained; null everywhere but in responses of the extension for index
 *     harvesting
 * @param about the one child element of each {@code about} container, self-contained, whatever it holds
 */
public record OaiRecord(Header header, @Nullable XmlFragment metadata, @Nullable XmlFragment index, List<XmlFragment> about) {

    /** Copies the containers. */
    public OaiRecord {
        about = List.copyOf(about);
    }

    /** A record of the protocol, which has no index. */
    public OaiRecord(Header header, @Nullable XmlFragment metadata, List<XmlFragment> about) {
        this(header, metadata, null, about);
    }

    /** A record without about containers. */
    public OaiRecord(Header header, @Nullable XmlFragment metadata) {
        this(header, metadata, List.of());
    }

    /** Returns the identifier of the header. */
    public String identifier() {
        return header.identifier();
    }

    /** Returns the bytes of its metadata, index and about containers; 0 when it has none. */
    public long contentBytes() {
        long bytes = metadata == null ? 0 : metadata.length();
        bytes += index == null ? 0 : index.length();
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
