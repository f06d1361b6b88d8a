package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiRequest;
import dev.sheaf.core.OaiResponse;

/**
 * Page of a list of records.
 *
 * @param records records, as much of each as there is room for
 * @param paging position of the page in the list
 */
public record RecordsPage(BrowseFrame frame, List<RecordView> records, Paging paging) implements BrowsePage {

    static RecordsPage of(OaiResponse.ListRecords answer, BrowseRequest asked, BrowseFrame frame, BrowseLinks links) {
        // Read only once, because the list may read the store while it is iterated.
        List<OaiRecord> records = List.copyOf(answer.records());
        MetadataPrefix prefix = asked.prefix();
        return new RecordsPage(frame,
                records.stream().map(record -> RecordView.of(record, prefix, RecordView.Room.IN_A_LIST, links)).toList(),
                Paging.of(records.size(), "record", answer.resumptionToken(), links,
                        new OaiRequest.ListRecords(asked.selection(), null), token -> new OaiRequest.ListRecords(null, token)));
    }

    @Override
    public String template() {
        return "browse/records.jte";
    }
}
