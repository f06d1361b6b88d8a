package dev.sheaf.harvester.discovery;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/** The outcome of an Identify request to an address. */
public sealed interface Checked {

    /**
     * The address answered as a repository.
     *
     * @param identity what it says of itself
     * @param servedFrom the base URL that answered: another than the one asked when it redirected
     * @param friends how many others it names
     */
    record Reachable(Identity identity, BaseUrl servedFrom, int friends) implements Checked {}

    /**
     * The address did not answer as a repository.
     *
     * @param kind what went wrong
     * @param reason for people
     */
    record Failed(HarvestException.Kind kind, String reason) implements Checked {}
}
