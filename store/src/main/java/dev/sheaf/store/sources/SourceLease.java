package dev.sheaf.store.sources;

/**
 * The right to fill a source, or to correct its records. One run of any process holds it at a time, until it closes the lease or its
 * process ends. See {@link SourceLeases}. Safe for use by many threads.
 */
public interface SourceLease extends AutoCloseable {

    /** Releases the lease. A second call does nothing. */
    @Override
    void close();
}
