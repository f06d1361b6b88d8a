package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.FlowGates;
import dev.sheaf.platform.server.SegmentCache;
import dev.sheaf.platform.server.ServedRepositories;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.access.HubControls;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;

/**
 * Parts of a hub for the use of its features. Each is thread-safe and belongs to the hub; features close none of them.
 *
 * @param folders returns the folder of a part's files by its name; the folder may not exist yet
 * @param store store of the hub
 * @param baseUrl public address of the hub, without a slash at its end
 * @param server settings of the hub's server
 * @param options of the hub
 * @param clock present time
 * @param fetcher client for requests to other servers
 * @param repositories data providers of the hub's repositories
 * @param access access rules of sources and aggregates
 * @param controls functions of administrators, and their authentication
 * @param index search index
 * @param segments cache of rendered list segments
 * @param flow order and rate of requests to each repository
 * @param portal pages for people
 * @param saved callback after a change of the store; returns at once
 * @param notified callback with the id of a source that announced changes; returns at once
 */
public record HubContext(Function<String, Path> folders, HubStore store, String baseUrl, ServerSettings server,
        HubOptions options,
        InstantSource clock, HttpFetcher fetcher, ServedRepositories repositories, AccessPolicy access, HubControls controls,
        SearchIndex index, SegmentCache segments, FlowGates flow, Portal portal, Runnable saved, Predicate<String> notified) {

    /** Returns the folder in which a feature keeps files of its own; it may not exist yet. */
    public Path folder(String name) {
        return folders.apply(name);
    }

    /** Returns the value of a feature's setting, or its default; empty if it has neither. */
    public Optional<String> setting(Setting setting) {
        String configured = options.settings().get(setting);
        return configured == null ? setting.defaultValue() : Optional.of(configured);
    }
}
