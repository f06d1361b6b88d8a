package dev.sheaf.platform.server.access;

import java.time.InstantSource;

import dev.sheaf.platform.sync.Harvests;
import dev.sheaf.platform.sync.operate.SourceActions;
import dev.sheaf.store.HubStore;

/**
 * Collaborators of the administration, for its pages and for the programming interface.
 *
 * @param store store of the hub
 * @param harvests runs in this process
 * @param actions all other actions on sources
 * @param guard authenticates administrators
 * @param clock present time
 */
public record HubControls(HubStore store, Harvests harvests, SourceActions actions, AdminGuard guard,
        InstantSource clock) {}
