package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

/**
 * An address that leads to the repository of another address.
 *
 * @param of the address that represents the repository
 * @param knownAs id under which it is registered; null if it is not
 * @param evidence kind of evidence
 * @param explanation the evidence, for people
 */
public record Alias(String of, @Nullable String knownAs, Evidence evidence, String explanation) {

    /** Kind of evidence that two addresses lead to one repository. */
    public enum Evidence {
        /** The addresses differ only in spelling. */
        SPELLING,
        /** One redirects to the other, or both to a third. */
        REDIRECT,
        /** One names the other as its base URL, and nothing contradicts it. */
        BASE_URL,
        /** The repositories have the same repositoryIdentifier, name and first datestamp. */
        IDENTITY
    }
}
