package dev.sheaf.harvester.discovery;

/** Receiver of the entries of a list of addresses, in their order. */
public interface AddressReceiver {

    /** Receives a base URL. */
    void address(ListedAddress address);

    /**
     * Receives an entry that is not a base URL.
     *
     * @param line number of its line, from 1
     * @param reason for people, with the beginning of the entry
     */
    void invalid(long line, String reason);
}
