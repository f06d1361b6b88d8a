package dev.sheaf.harvester;

import dev.sheaf.core.OaiRecord;
import dev.sheaf.harvester.list.Seen;

/**
 * Tells records that come again as they were, for those who hand records on and have no store that knows them: a list that is begun again,
 * or entered anew, brings some of its records twice, and so do repositories whose order is not steady.
 *
 * <p>The same is what is equal in header, metadata and about containers; of each 64 bits are kept, so that a million cost 16 MB, and more go
 * on in a temporary file. Among a hundred million records one is taken for another with a probability of one in 3,700. Thread-safe.
 */
public final class Repeats implements AutoCloseable {

    private final Seen seen = new Seen();

    /**
     * Notes a record.
     *
     * @return true when it came before, just as it is
     */
    public boolean isRepeat(OaiRecord record) {
        return !seen.add(record.identifier(), record.hashCode());
    }

    /** Gives memory and file back. */
    @Override
    public void close() {
        seen.close();
    }
}
