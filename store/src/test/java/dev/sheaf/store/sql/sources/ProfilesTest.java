package dev.sheaf.store.sql.sources;

import java.nio.file.Path;
import java.time.InstantSource;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.sqlite.SqliteStores;

import static org.assertj.core.api.Assertions.assertThat;

class ProfilesTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void pinnedTrait_isNotChangedByLearning() {
        try (HubStore store = SqliteStores.open(directory, InstantSource.system(), () -> {})) {
            store.put(Source.harvested("a", "https://example.org/oai"));
            store.pinProfile("a", ServerProfile.UNKNOWN.pin(ServerTrait.GRANULARITY, "day"));
            store.keepProfile("a", store.profile("a").with(ServerTrait.GRANULARITY, "second").with(ServerTrait.RANGES, true));
            ServerProfile profile = store.profile("a");
            assertThat(profile.get(ServerTrait.GRANULARITY)).contains("day");
            assertThat(profile.learnt()).containsEntry(ServerTrait.GRANULARITY, "second").containsEntry(ServerTrait.RANGES,
                    "yes");

            store.pinProfile("a", profile.pin(ServerTrait.GRANULARITY, null));
            assertThat(store.profile("a").get(ServerTrait.GRANULARITY)).contains("second");
        }
    }
}
