package dev.sheaf.platform.explorer;

import org.jspecify.annotations.Nullable;

import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.FetchRules;

/**
 * A repository that is explored.
 *
 * @param key identifies it in caches
 * @param name for people
 * @param baseUrl its address
 * @param source id of the source of the hub; null for an address that was typed
 * @param rules of the requests
 */
record Target(String key, String name, BaseUrl baseUrl, @Nullable String source, FetchRules rules) {}
