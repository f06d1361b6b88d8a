package dev.sheaf.platform.hub;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;

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
 * Parts of a hub that its features may use. Each is thread-safe and belongs to the hub: a feature closes none of them.
 *
 * @param dataDir directory of the hub's data
 * @param store what the hub keeps
 * @param baseUrl address under which others reach the hub, without a slash at its end
 * @param server settings of the hub's server
 * @param options of the hub
 * @param clock says what time it is
 * @param fetcher makes requests to the outside
 * @param repositories answers OAI-PMH requests
 * @param access says which client may see which source
 * @param controls what administrators can do, and who is one
 * @param index answers searches
 * @param segments parts of answers that are kept
 * @param flow decides which client of a repository is answered now
 * @param portal the pages for people
 * @param saved to be called when something was saved in the store; returns at once
 * @param notified to be told the id of a source that has something new; returns at once
 */
public record HubContext(Path dataDir, HubStore store, String baseUrl, ServerSettings server, HubOptions options,
        InstantSource clock, HttpFetcher fetcher, ServedRepositories repositories, AccessPolicy access, HubControls controls,
        SearchIndex index, SegmentCache segments, FlowGates flow, Portal portal, Runnable saved, Consumer<String> notified) {

    /** Returns the value of a feature's setting: as configured, else its default; empty when it has neither. */
    public Optional<String> setting(Setting setting) {
        String configured = options.settings().get(setting);
        return configured == null ? setting.defaultValue() : Optional.of(configured);
    }
}
