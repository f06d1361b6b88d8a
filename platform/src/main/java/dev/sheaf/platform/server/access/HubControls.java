package dev.sheaf.platform.server.access;

import java.time.InstantSource;

import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/**
 * Collaborators of the administration, for its pages and for the programming interface.
 *
 * @param store what the hub knows
 * @param harvests runs in this process
 * @param actions everything else that is done to sources
 * @param guard lets administrators in
 * @param clock says what time it is
 */
public record HubControls(HubStore store, Harvests harvests, SourceActions actions, AdminGuard guard,
        InstantSource clock) {}
