package dev.sheaf.platform.web.browse;

import java.util.List;

import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataPrefix;

/**
 * Header of a record.
 *
 * @param identifier identifier of the item
 * @param href link to the record's page
 * @param datestamp datestamp as in the protocol
 * @param deleted true if the record was withdrawn
 * @param sets sets with links to their records
 */
public record HeaderView(String identifier, String href, String datestamp, boolean deleted, List<SetLink> sets) {

    /**
     * Set.
     *
     * @param spec its spec
     * @param href link to its records
     */
    public record SetLink(String spec, String href) {}

    static HeaderView of(Header header, MetadataPrefix prefix, BrowseLinks links) {
        return new HeaderView(header.identifier(), links.toRecord(header.identifier(), prefix), header.datestamp().text(),
                header.deleted(), header.sets().stream().map(set -> new SetLink(set.value(), links.toSet(prefix, set))).toList());
    }
}
