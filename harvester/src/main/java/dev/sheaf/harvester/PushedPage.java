package dev.sheaf.harvester;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.repair.Reading;

/**
 * A page of a list that its repository has pushed.
 *
 * @param format of its records
 * @param sent the list to which it belongs
 * @param last true if it ends the list
 * @param reading the parsed page; with or without records
 * @param request description of the push, for people
 * @param serverTime the repository's own time; null if it states none
 * @param wireBytes size of the body as sent over the network
 * @param bytes size of the body with content codings undone
 */
public record PushedPage(MetadataFormat format, Selection sent, boolean last, Reading reading, URI request,
        @Nullable Datestamp serverTime, long wireBytes, long bytes) {

    /** Returns the list without its dates, under which the repository's pushes are continued. */
    public Selection asked() {
        return new Selection(sent.prefix(), null, null, sent.set());
    }
}
