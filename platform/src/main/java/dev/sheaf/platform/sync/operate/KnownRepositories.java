package dev.sheaf.platform.sync.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.discovery.Alias;
import dev.sheaf.harvester.discovery.AliasFinder;
import dev.sheaf.harvester.discovery.Identity;
import dev.sheaf.harvester.discovery.KnownRepository;
import dev.sheaf.harvester.http.BaseUrl;

/** Harvested sources as known repositories for discovery. */
public final class KnownRepositories {

    private KnownRepositories() {}

    /** Returns all of them with their last Identify. */
    public static List<KnownRepository> of(RecordStore store) {
        List<KnownRepository> known = new ArrayList<>();
        for (SourceStatus status : store.sources()) {
            Source source = status.source();
            if (source.baseUrl() != null) {
                RepositoryDescription told = store.description(source.id()).map(SourceDescription::identify).orElse(null);
                known.add(new KnownRepository(source.id(), BaseUrl.parse(source.baseUrl()),
                        told == null ? null : Identity.of(told)));
            }
        }
        return known;
    }

    /** Returns the registered repository that probably has another address of the same content; empty if there is none. */
    public static Optional<Alias> find(RecordStore store, BaseUrl baseUrl) {
        return AliasFinder.of(baseUrl, of(store));
    }

    /** Returns a warning if a new source seems to be a registered one at another address; empty otherwise. */
    public static Optional<String> alias(RecordStore store, BaseUrl baseUrl) {
        return find(store, baseUrl).map(alias -> baseUrl + " seems to be the repository that is registered as '"
                + alias.knownAs() + "' with " + alias.of() + " (" + alias.explanation()
                + "). Its records would be here twice.");
    }
}
