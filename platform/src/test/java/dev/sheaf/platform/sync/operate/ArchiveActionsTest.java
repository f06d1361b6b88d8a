package dev.sheaf.platform.sync.operate;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.archives.Archive;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Approvals of archives in a real store. */
class ArchiveActionsTest {

    private static final Secret SECRET = Secret.of("a secret of sixteen letters");

    @TempDir
    private Path folder = Path.of("");
    private final SettableClock clock = SettableClock.at("2026-03-01T12:00:00Z");
    private @Nullable HubStore opened;

    @BeforeEach
    void open() {
        opened = HubStores.open(folder, new HubIdentity("Hub", "admin@example.org", "hub.example.org"), clock);
    }

    @AfterEach
    void close() {
        store().close();
    }

    private HubStore store() {
        return Objects.requireNonNull(opened);
    }

    private void register(@Nullable String baseUrl, @Nullable Secret secret) {
        store().archives().ask(Archive.asked("ada", "Ada", "ada@example.org", baseUrl, false, "192.0.2.1", clock.instant()),
                secret);
    }

    private ActionResult approve(boolean privateToo) {
        return new ArchiveActions(store(), clock, privateToo).approve("ada", false);
    }

    @Test
    void approvedHost_countsAsPublicBeforeItsFirstHarvest() {
        register("https://192.0.2.7:8443/oai", null);

        assertThat(approve(false).isDone()).isTrue();
        assertThat(store().hosts().isPrivate("192.0.2.7:8443")).contains(false);
    }

    @Test
    void hubThatAllowsPrivateNetworks_leavesThatToTheFirstHarvest() {
        register("https://192.0.2.7:8443/oai", null);

        assertThat(approve(true).isDone()).isTrue();
        assertThat(store().hosts().isPrivate("192.0.2.7:8443")).isEmpty();
    }

    @Test
    void approvalThatACrashCutOff_isCompletedWhenRepeated() {
        register(null, SECRET);
        // All that the first attempt has stored.
        store().put(new Source("ada", Source.Kind.PUSHED, null, "Ada", List.of(), List.of(),
                Source.Settings.DEFAULT));

        assertThat(approve(false).isDone()).isTrue();
        assertThat(store().archives().find("ada").map(Archive::state)).contains(Archive.State.APPROVED);
        assertThat(store().announcements().of("ada").orElseThrow().secret()).isEqualTo(SECRET);
    }

    @Test
    void sourceOfTheOperator_isNotGivenToAnArchive() {
        register(null, SECRET);
        store().put(new Source("ada", Source.Kind.PUSHED, null, "Ada", List.of(), List.of(),
                Source.Settings.DEFAULT));
        Secret own = Secret.of("the secret of somebody else");
        store().announcements().setSecret("ada", own);

        assertThat(approve(false).isDone()).isFalse();
        assertThat(store().announcements().of("ada").orElseThrow().secret()).isEqualTo(own);
        assertThat(store().status("ada").map(SourceStatus::source).orElseThrow().kind()).isEqualTo(Source.Kind.PUSHED);
    }
}
