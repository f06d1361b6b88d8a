package dev.sheaf.store;

/**
 * Identity of a hub, used where a source states none.
 *
 * @param name repositoryName of the aggregate
 * @param adminEmail adminEmail of the aggregate, and of sources that have stated no usable one
 * @param repositoryIdentifier the part after {@code oai:} of identifiers that the hub assigns (guidelines for oai-identifier); fixed when
 *     the data directory is first used, later ones are ignored: see {@link IdentifierDomain}
 */
public record HubIdentity(String name, String adminEmail, String repositoryIdentifier) {}
