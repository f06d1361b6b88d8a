package dev.sheaf.formats.normalise;

/**
 * Identifier that a record names, and why.
 *
 * @param identifier in its normalised form
 * @param role what it identifies
 */
public record NamedIdentifier(WorkIdentifier identifier, IdentifierRole role) {

    /** Returns whether it identifies the work that the record describes. */
    public boolean isOwn() {
        return role == IdentifierRole.WORK;
    }
}
