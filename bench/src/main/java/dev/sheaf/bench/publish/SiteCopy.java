package dev.sheaf.bench.publish;

import java.io.IOException;
import java.util.Map;

/** A copy of a web site that one of the ways keeps up to date. Belongs to one thread. */
interface SiteCopy extends AutoCloseable {

    /**
     * Brings the copy up to date.
     *
     * @throws IOException when something is not answered as it should be
     */
    void update() throws IOException, InterruptedException;

    /** Returns the pages by their paths. */
    Map<String, String> pages();

    @Override
    void close();
}
