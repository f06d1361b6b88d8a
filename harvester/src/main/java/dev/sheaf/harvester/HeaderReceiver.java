package dev.sheaf.harvester;

import java.util.List;

import dev.sheaf.core.Header;

/** Takes the headers of a list as they come. Called by one thread at a time. */
@FunctionalInterface
public interface HeaderReceiver {

    /**
     * One page.
     *
     * @param headers in the order received, deleted ones included; some may come twice in the course of a list
     */
    void receive(List<Header> headers);
}
