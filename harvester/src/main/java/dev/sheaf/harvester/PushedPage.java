package dev.sheaf.harvester;

import java.net.URI;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Selection;
import dev.sheaf.harvester.repair.Reading;

/**
 * A page of a list that its repository has sent by itself.
 *
 * @param format of its records
 * @param sent the list that it belongs to
 * @param last true when it ends the list
 * @param reading as read; records, or none
 * @param request how it came, for people
 * @param serverTime the repository's own time; null when it does not tell
 * @param wireBytes size of the body on the wire
 * @param bytes the same with content codings undone
 */
public record PushedPage(MetadataFormat format, Selection sent, boolean last, Reading reading, URI request,
        @Nullable Datestamp serverTime, long wireBytes, long bytes) {

    /** The list without its dates: what the repository's pushes go on with. */
    public Selection asked() {
        return new Selection(sent.prefix(), null, null, sent.set());
    }
}
