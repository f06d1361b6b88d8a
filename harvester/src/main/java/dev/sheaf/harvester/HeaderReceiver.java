package dev.sheaf.harvester;

import java.util.List;

import dev.sheaf.core.Header;

/** Receiver of the headers of a list while they arrive. Called by one thread at a time. */
@FunctionalInterface
public interface HeaderReceiver {

    /**
     * Receives one page, or a part of one.
     *
     * @param headers in the order received, including deleted ones. Some may occur twice in a list. An unrepairable header is a live one
     * with its identifier and an empty datestamp
     */
    void receive(List<Header> headers);
}
