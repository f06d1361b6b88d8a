package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * A base URL in a list.
 *
 * @param baseUrl as listed
 * @param name the repository's name in the list; null if there is none
 * @param line number of its line, from 1
 */
public record ListedAddress(BaseUrl baseUrl, @Nullable String name, long line) {}
