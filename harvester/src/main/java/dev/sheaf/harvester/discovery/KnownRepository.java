package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * A repository that is registered already.
 *
 * @param id its name here
 * @param baseUrl where it is harvested
 * @param identity what it last said of itself; null when it has not yet
 */
public record KnownRepository(String id, BaseUrl baseUrl, @Nullable Identity identity) {}
