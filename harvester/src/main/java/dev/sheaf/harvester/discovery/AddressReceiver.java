package dev.sheaf.harvester.discovery;

/** Takes what a list of addresses holds, entry by entry, in its order. */
public interface AddressReceiver {

    /** A base URL. */
    void address(ListedAddress address);

    /**
     * An entry that is no base URL.
     *
     * @param line where it stands, from 1
     * @param reason for people, with the beginning of the entry
     */
    void invalid(long line, String reason);
}
