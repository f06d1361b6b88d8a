package dev.sheaf.harvester;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.harvester.list.Seen;

/**
 * Tells records that come again as they were, for those who hand records on and have no store that knows them: a list that is begun again,
 * or entered anew, brings some of its records twice, and so do repositories whose order is not steady.
 *
 * <p>The same is what has the same header, with its datestamp and its sets, and as many bytes of metadata: what has changed has another
 * datestamp, and to read all bytes of each record once more takes a tenth of the time of a harvest. Of each 64 bits are kept, so that a million
 * cost 16 MB, and more go on in a temporary file. Among a hundred million records one is taken for another with a probability of one in 3,700.
 * Thread-safe.
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
        return !seen.add(record.identifier(), 31 * record.header().hashCode() + (metadata == null ? 0 : metadata.length()));
    }

    /** Gives memory and file back. */
    @Override
    public void close() {
        seen.close();
    }
}
