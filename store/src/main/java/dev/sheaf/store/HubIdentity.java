package dev.sheaf.store;

/**
 * The identity of a hub. It is used where a source states none of its own.
 *
 * @param name repositoryName of the aggregate
 * @param adminEmail adminEmail of the aggregate, and of sources that state no usable one
 * @param repositoryIdentifier the part after {@code oai:} of identifiers that the hub assigns (guidelines for oai-identifier); fixed when
 * the data directory is first used; later values are ignored, see {@link IdentifierDomain}
 */
public record HubIdentity(String name, String adminEmail, String repositoryIdentifier) {}
