package dev.sheaf.platform.sync.operate;

import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.PrivateNetwork;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.notices.Announcements.Announcer;

/** Decisions of an administrator about archives that have registered themselves. Thread-safe. */
public final class ArchiveActions {

    private final HubStore store;
    private final InstantSource clock;
    private final boolean privateToo;

    /**
     * @param store belongs to the caller
     * @param privateToo true if archives may be in private networks
     */
    public ArchiveActions(HubStore store, InstantSource clock, boolean privateToo) {
        this.store = store;
        this.clock = clock;
        this.privateToo = privateToo;
    }

    /**
     * Makes an archive a source of the hub. The address was entered by a stranger, so it is checked again: a name may have changed its meaning
     * since the registration. From then on its host counts as public, so that its owner cannot lead harvests into the hub's network.
     *
     * <p>An approval that a crash has cut off is completed when it is repeated.
     *
     * @param copies true if the hub is to serve copies of its files, as far as their owner allows it
     */
    public ActionResult approve(String id, boolean copies) {
        Optional<Archive> found = store.archives().find(id);
        if (found.isEmpty()) {
            return new ActionResult(ActionResult.Kind.UNKNOWN, "there is no archive '" + id + "'");
        }
        Archive archive = found.get();
        if (archive.state() == Archive.State.APPROVED) {
            store.archives().approve(id, copies);
            return ActionResult.done(id + ": " + (copies
                    ? "copies of its files are served"
                    : "copies of its files are not served"));
        }
        String baseUrl = archive.baseUrl();
        if (baseUrl != null && !privateToo && PrivateNetwork.isPrivate(URI.create(baseUrl))) {
            return ActionResult.refused(id + ": its address " + baseUrl
                    + " leads into a private network. If you trust it, refuse the registration and add the source yourself.");
        }
        Optional<Secret> secret = store.archives().secret(id);
        Source wanted = new Source(id, baseUrl == null ? Source.Kind.PUSHED : Source.Kind.HARVESTED, baseUrl, archive.name(),
                List.of(),
                List.of(), Source.Settings.DEFAULT);
        Optional<SourceStatus> present = store.status(id);
        if (present.isPresent() && !isBegun(present.get(), wanted, secret)) {
            return ActionResult
                    .refused("There is a source '" + id + "' already. Refuse the registration; its owner can choose another id.");
        }
        try {
            if (baseUrl != null && !privateToo) {
                store.hosts().learnNetwork(HostPace.host(URI.create(baseUrl)), false, clock.instant());
            }
            store.put(wanted);
            secret.ifPresent(shared -> store.announcements().setSecret(id, shared));
            store.archives().approve(id, copies);
            return ActionResult.done(id + ": approved. " + (baseUrl == null
                    ? "Its records arrive with its next push."
                    : "Its first harvest follows by the schedule."));
        } catch (StoreException failure) {
            return ActionResult.refused(String.valueOf(failure.getMessage()));
        }
    }

    /** Returns true if an earlier approval made the source and was cut off: nobody has given it anything else. */
    private boolean isBegun(SourceStatus present, Source wanted, Optional<Secret> secret) {
        Source source = present.source();
        Optional<Secret> known = store.announcements().of(source.id()).map(Announcer::secret);
        return source.kind() == wanted.kind() && Objects.equals(source.baseUrl(), wanted.baseUrl())
                && Objects.equals(source.name(), wanted.name()) && present.records() == 0
                && (known.isEmpty() || known.equals(secret));
    }

    /** Refuses an archive that waits: its registration is forgotten. */
    public ActionResult refuse(String id) {
        Optional<Archive> found = store.archives().find(id);
        if (found.isEmpty() || found.get().state() == Archive.State.APPROVED) {
            return new ActionResult(ActionResult.Kind.UNKNOWN, "no archive '" + id + "' waits");
        }
        store.archives().remove(id);
        return ActionResult.done(id + ": the registration is refused and forgotten");
    }
}
