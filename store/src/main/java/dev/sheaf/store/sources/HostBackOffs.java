package dev.sheaf.store.sources;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Back-offs of hosts, for all processes, and the sources that wait for one. Host names are in lower case.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods about a source throw for an unknown one.
 */
public interface HostBackOffs {

    /**
     * Back-off: a time for which a host is not asked, in whole milliseconds.
     *
     * @param kind why; a word of whoever keeps it
     * @param who is not to ask; empty for nobody
     * @param reason for people
     */
    record Rest(String kind, String who, Instant since, Instant until, String reason) {}

    /** Returns the back-offs of a host, including those that ended less than a day ago. */
    List<Rest> of(String host, Instant now);

    /** Stores a back-off; it replaces one of the same kind for the same party. */
    void put(String host, Rest rest);

    /** Forgets a back-off. */
    void remove(String host, String kind, String who);

    /**
     * A source that was to be harvested and was not asked.
     *
     * @param host that is not asked
     * @param until when it is asked again
     * @param reason for people
     */
    record Waiting(String host, Instant until, String reason) {}

    /** Notes that a source was not asked because its host is not asked for now; no run is recorded for it. */
    void wait(String source, Waiting waiting);

    /** Forgets that a source waits for its host. */
    void asked(String source);

    /** Returns what a source waits for; empty when it was asked when it was due, or may be asked now. */
    Optional<Waiting> waiting(String source, Instant now);

    /**
     * Returns the kind of network that a host was in when it was first requested.
     *
     * @return true for a private network; empty when that is not known
     */
    Optional<Boolean> isPrivate(String host);

    /** Keeps where a host was when it was first asked, until {@link #forget}. The first answer stays. */
    void learnNetwork(String host, boolean isPrivate, Instant now);

    /**
     * Forgets all back-offs of a host, and the network that it was in.
     *
     * @return false when there were none
     */
    boolean forget(String host);
}
