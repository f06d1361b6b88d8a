package dev.sheaf.platform.cli;

import java.util.ArrayList;
import java.util.List;

import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.harvester.discovery.AliasFinder;
import dev.sheaf.harvester.discovery.Identity;
import dev.sheaf.harvester.discovery.KnownRepository;
import dev.sheaf.harvester.http.BaseUrl;

/** The sources that are harvested, as discovery looks at them. */
final class KnownRepositories {

    private KnownRepositories() {}

    /** All of them, with what they last said of themselves. */
    static List<KnownRepository> of(RecordStore store) {
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

    /** Warns when a new source is, by all signs, one that is there already under another address. */
    static void warnOfAlias(RecordStore store, String url, Console console) {
        AliasFinder.of(BaseUrl.parse(url), of(store)).ifPresent(alias -> console.problem("Beware: " + url
                + " seems to be the repository that is registered as '" + alias.knownAs() + "' with " + alias.of() + " ("
                + alias.explanation() + "). Its records would be here twice."));
    }
}
