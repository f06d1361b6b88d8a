package dev.sheaf.store.sources;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Back-offs of hosts, shared by all processes, and the sources that wait for one. Host names are in lower case.
 *
 * <p>Follows the rules of {@link dev.sheaf.store.HubStore}. Times are kept to the millisecond. Methods about a source throw for an unknown
 * one.
 */
public interface HostBackOffs {

    /**
     * A back-off: a time in which a host is not requested, in whole milliseconds.
     *
     * @param kind its kind, in the notation of the caller
     * @param who the party to which it applies; empty for everybody
     * @param since its beginning
     * @param until its end
     * @param reason for people
     */
    record Rest(String kind, String who, Instant since, Instant until, String reason) {}

    /** Returns the back-offs of a host, including those that ended less than a day ago. */
    List<Rest> of(String host, Instant now);

    /** Stores a back-off; it replaces one of the same kind for the same party. */
    void put(String host, Rest rest);

    /** Deletes a back-off. */
    void remove(String host, String kind, String who);

    /**
     * The state of a source that was due but whose host is paused.
     *
     * @param host the paused host, or the base URL that is paused alone
     * @param until end of the pause
     * @param reason for people
     * @param asked true if the repository asked for the pause, so that its last run is no failure; false if its host fails
     */
    record Waiting(String host, Instant until, String reason, boolean asked) {}

    /** Notes that a due source was not requested because its host is paused; no run is recorded for it. */
    void wait(String source, Waiting waiting);

    /** Notes that a source no longer waits for its host. */
    void asked(String source);

    /** Returns the host that a source waits for; empty if it does not wait, or if the host may be requested now. */
    Optional<Waiting> waiting(String source, Instant now);

    /** Returns the sources that wait for a host that may not be requested now, by source, in the order of their ids. */
    Map<String, Waiting> waiting(Instant now);

    /**
     * Returns the kind of network in which a host was when it was first requested.
     *
     * @return true for a private network; empty if not known
     */
    Optional<Boolean> isPrivate(String host);

    /** Stores the kind of network in which a host was when it was first requested. The first value stays until {@link #forget}. */
    void learnNetwork(String host, boolean isPrivate, Instant now);

    /**
     * Deletes all back-offs of a host, and its kind of network.
     *
     * @return false if there were no back-offs
     */
    boolean forget(String host);
}
