package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * A registered repository.
 *
 * @param id its id here
 * @param baseUrl address at which it is harvested
 * @param identity its last known identity; null if there is none
 */
public record KnownRepository(String id, BaseUrl baseUrl, @Nullable Identity identity) {}
