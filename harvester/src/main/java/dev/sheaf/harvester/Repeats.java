package dev.sheaf.harvester;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.harvester.list.Seen;

/**
 * Tells records that come again as they were, for those who hand records on and have no store that knows them: a list that is begun again,
 * or entered anew, brings some of its records twice, and so do repositories whose order is not steady.
 *
 * <p>The same is what has the same identifier, datestamp, deletion and length of its metadata; of each 64 bits are kept, so that a million
 * cost 16 MB, and more go on in a temporary file. Thread-safe.
 */
public final class Repeats implements AutoCloseable {

    private final Seen seen = new Seen();

    /**
     * Notes a record.
     *
     * @return true when it came before, just as it is
     */
    public boolean isRepeat(OaiRecord record) {
        XmlFragment metadata = record.metadata();
        return !seen.add(record.identifier(), record.header().datestamp() + (record.deleted() ? "-" : "+")
                + (metadata == null ? 0 : metadata.length()));
    }

    /** Gives memory and file back. */
    @Override
    public void close() {
        seen.close();
    }
}
