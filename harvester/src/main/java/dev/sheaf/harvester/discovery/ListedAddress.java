package dev.sheaf.harvester.discovery;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;

/**
 * A base URL that a list names.
 *
 * @param baseUrl as listed
 * @param name what the list calls the repository; null when it does not
 * @param line where it stands, from 1
 */
public record ListedAddress(BaseUrl baseUrl, @Nullable String name, long line) {}
