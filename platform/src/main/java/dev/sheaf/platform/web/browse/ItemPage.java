package dev.sheaf.platform.web.browse;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.platform.web.RecordPageModel.Format;

/**
 * One record.
 *
 * @param record as much of it as a page has room for
 * @param prefix the format shown
 * @param formats in which the item can be had; empty when it was withdrawn
 * @param formatsHref of the list of them
 * @param portalHref of the portal's page of the record; null when it has none
 */
public record ItemPage(BrowseFrame frame, RecordView record, String prefix, List<Format> formats, String formatsHref,
        @Nullable String portalHref) implements BrowsePage {

    static ItemPage of(OaiResponse.GetRecord answer, BrowseRequest asked, List<MetadataFormat> formats,
            @Nullable String portalHref,
            BrowseFrame frame, BrowseLinks links) {
        MetadataPrefix prefix = asked.prefix();
        String identifier = answer.record().identifier();
        RecordView record = RecordView.of(answer.record(), prefix, RecordView.Room.OF_A_PAGE, links);
        return new ItemPage(frame.under(record.title()), record, prefix.value(),
                formats.stream().map(format -> new Format(format.prefix().value(), links.toRecord(identifier, format.prefix()),
                        format.prefix().equals(prefix))).toList(),
                links.to(new OaiRequest.ListMetadataFormats(identifier)), portalHref);
    }

    /** A withdrawn record is gone, as on the portal's own page. */
    @Override
    public int status() {
        return record.header().deleted() ? 410 : 200;
    }

    @Override
    public String template() {
        return "browse/item.jte";
    }
}
