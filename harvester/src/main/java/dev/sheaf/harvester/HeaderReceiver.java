package dev.sheaf.harvester;

import java.util.List;

import dev.sheaf.core.Header;

/** Takes the headers of a list as they come. Called by one thread at a time. */
@FunctionalInterface
public interface HeaderReceiver {

    /**
     * One page, or part of one.
     *
     * @param headers in the order received, deleted ones included; some may come twice in the course of a list. Of one that is beyond
     *     repair only the identifier comes, as that of a live record with an empty datestamp
     */
    void receive(List<Header> headers);
}
