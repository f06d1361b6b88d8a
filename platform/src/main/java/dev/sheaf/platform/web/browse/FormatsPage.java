package dev.sheaf.platform.web.browse;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.Selection;
import dev.sheaf.platform.web.TextPiece;

/**
 * Formats of a repository or of an item.
 *
 * @param identifier identifier of the item; null for the repository
 * @param formats formats with links to their records
 */
public record FormatsPage(BrowseFrame frame, @Nullable String identifier, List<Format> formats) implements BrowsePage {

    /**
     * Format.
     *
     * @param prefix its prefix
     * @param namespace namespace of its elements; empty if it is unknown
     * @param schema its XML schema; empty if it is unknown
     * @param recordHref link to the item in this format; null for the formats of the repository
     * @param recordsHref link to all records in this format
     * @param identifiersHref link to their headers
     */
    public record Format(String prefix, String namespace, List<TextPiece> schema, @Nullable String recordHref, String recordsHref,
            String identifiersHref) {}

    static FormatsPage of(OaiResponse.ListMetadataFormats answer, BrowseRequest asked, BrowseFrame frame, BrowseLinks links) {
        String identifier = asked.value("identifier").isEmpty() ? null : asked.value("identifier");
        return new FormatsPage(frame, identifier,
                answer.formats().stream().map(format -> format(format, identifier, links)).toList());
    }

    private static Format format(MetadataFormat format, @Nullable String identifier, BrowseLinks links) {
        MetadataPrefix prefix = format.prefix();
        return new Format(prefix.value(), format.namespace(), TextPiece.of(format.schema()),
                identifier == null ? null : links.toRecord(identifier, prefix),
                links.to(new OaiRequest.ListRecords(Selection.all(prefix), null)),
                links.to(new OaiRequest.ListIdentifiers(Selection.all(prefix), null)));
    }

    @Override
    public String template() {
        return "browse/formats.jte";
    }
}
