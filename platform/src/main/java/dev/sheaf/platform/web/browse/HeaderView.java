package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;

/**
 * The header of a record.
 *
 * @param identifier of the item
 * @param href of the record's page
 * @param datestamp as in the protocol
 * @param deleted true when it was withdrawn
 * @param sets with links to their records
 */
public record HeaderView(String identifier, String href, String datestamp, boolean deleted, List<SetLink> sets) {

    /**
     * A set.
     *
     * @param spec its name in the protocol
     * @param href of its records
     */
    public record SetLink(String spec, String href) {}

    static HeaderView of(Header header, MetadataPrefix prefix, BrowseLinks links) {
        return new HeaderView(header.identifier(), links.toRecord(header.identifier(), prefix), header.datestamp().text(),
                header.deleted(), header.sets().stream().map(set -> new SetLink(set.value(), links.toSet(prefix, set))).toList());
    }
}
