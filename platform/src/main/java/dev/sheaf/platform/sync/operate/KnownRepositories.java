package dev.sheaf.platform.sync.operate;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

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

    /**
     * A registered source with the records of an address.
     *
     * @param id of the source
     * @param warning for people: a sentence or two
     */
    public record Twin(String id, String warning) {}

    /**
     * Returns the registered source that has the records of an address already, under the same address or another one; empty if none is known.
     *
     * @param besides id of the source whose address it is; null for a new source
     */
    public static Optional<Twin> twin(RecordStore store, BaseUrl baseUrl, @Nullable String besides) {
        List<KnownRepository> others = of(store).stream().filter(other -> !Objects.equals(other.id(), besides)).toList();
        Optional<Twin> same = others.stream().filter(other -> other.baseUrl().toString().equals(baseUrl.toString())).findFirst()
                .map(other -> new Twin(other.id(), baseUrl + " is registered already as '" + other.id()
                        + "'. Its records would be here twice."));
        return same.or(() -> AliasFinder.of(baseUrl, others).flatMap(alias -> Optional.ofNullable(alias.knownAs())
                .map(id -> new Twin(id, baseUrl + " seems to be the repository that is registered as '" + id + "' with "
                        + alias.of() + " (" + alias.explanation() + "). Its records would be here twice."))));
    }

    /** Returns a warning if a new source seems to be a registered one, at the same address or another; empty otherwise. */
    public static Optional<String> alias(RecordStore store, BaseUrl baseUrl) {
        return twin(store, baseUrl, null).map(Twin::warning);
    }
}
