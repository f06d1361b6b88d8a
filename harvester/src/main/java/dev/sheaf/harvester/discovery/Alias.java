package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

/**
 * One of two addresses that lead to one repository.
 *
 * @param of the address that stands for the repository
 * @param knownAs its id where it is registered; null when it is not
 * @param evidence what kind of sign tells
 * @param explanation the same for people
 */
public record Alias(String of, @Nullable String knownAs, Evidence evidence, String explanation) {

    /** Why two addresses are taken for one repository. */
    public enum Evidence {
        /** The addresses differ only in spelling. */
        SPELLING,
        /** One redirects to the other, or both to a third. */
        REDIRECT,
        /** One names the other as its base URL, and nothing speaks against it. */
        BASE_URL,
        /** The repositories have the same repositoryIdentifier, name and first datestamp. */
        IDENTITY
    }
}
