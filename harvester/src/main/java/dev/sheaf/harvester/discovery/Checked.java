package dev.sheaf.harvester.discovery;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HarvestException;

/** The outcome of an Identify request to an address. */
public sealed interface Checked {

    /**
     * The address answered as a repository.
     *
     * @param identity its identity by Identify
     * @param servedFrom base URL that answered; after a redirect another than the requested one
     * @param friends number of other repositories that it names
     */
    record Reachable(Identity identity, BaseUrl servedFrom, int friends) implements Checked {}

    /**
     * The address did not answer as a repository.
     *
     * @param kind kind of failure
     * @param reason for people
     */
    record Failed(HarvestException.Kind kind, String reason) implements Checked {}
}
