package dev.sheaf.platform.web.browse;

import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.platform.web.RecordPageModel.Format;

/**
 * Page of one record.
 *
 * @param record record, as much of it as a page has room for
 * @param prefix displayed format
 * @param formats available formats of the item; empty if it was withdrawn
 * @param formatsHref link to the list of formats
 * @param portalHref link to the portal's page of the record; null if there is none
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

    /** A withdrawn record has the status 410, as on the portal's own page. */
    @Override
    public int status() {
        return record.header().deleted() ? 410 : 200;
    }

    @Override
    public String template() {
        return "browse/item.jte";
    }
}
