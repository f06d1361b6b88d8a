package dev.sheaf.store.sources;

/**
 * The right to fill a source, or to correct what it was filled with. One run holds it at a time, in whatever process, until it gives it back
 * or its process ends. See {@link SourceLeases}. Safe for use by many threads.
 */
public interface SourceLease extends AutoCloseable {

    /** Gives the lease back. A second call does nothing. */
    @Override
    void close();
}
