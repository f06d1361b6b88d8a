package dev.sheaf.cli.publish;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.platform.hub.Feature;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.hub.HubPart;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.publish.Approval;
import dev.sheaf.publish.CollectionSettings;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.SourceLease;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Crawls that the deposit pages of a running hub begin. */
@Timeout(300)
class CollectionDeskTest {

    @TempDir
    private Path folder = Path.of("");
    private final SettableClock clock = SettableClock.at("2026-01-05T12:00:00Z");
    private @Nullable HubStore opened;
    private @Nullable Hub hub;
    private @Nullable HubContext context;

    @BeforeEach
    void start() throws Exception {
        HubStore store = HubStores.open(folder.resolve("data"),
                new HubIdentity("Hub", "admin@example.org", "hub.sheaf.localdomain"),
                clock);
        opened = store;
        Path papers = Files.createDirectories(folder.resolve("papers"));
        Path paper = papers.resolve("sheaves.txt");
        Files.writeString(paper, "On Sheaves");
        Files.setLastModifiedTime(paper, FileTime.from(clock.instant().minus(Duration.ofHours(1))));
        store.put(Source.crawled("papers"));
        store.crawledFiles().keep("papers",
                CollectionSettings.of(List.of(new CollectionSettings.Location(papers.toString(), null)))
                        .withApproval(Approval.SHOWN).text());
        hub = Hub.start(folder.resolve("data"), store, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(100),
                List.of(new Feature() {
                    @Override
                    public HubPart open(HubContext of) {
                        context = of;
                        return HubPart.NONE;
                    }
                }), clock);
    }

    @AfterEach
    void stop() {
        Objects.requireNonNull(hub).close();
        store().close();
    }

    private HubStore store() {
        return Objects.requireNonNull(opened);
    }

    private CollectionDesk desk(Pause pause) {
        return new CollectionDesk(Objects.requireNonNull(context), pause);
    }

    /** Takes the lease of the collection. The hub derives formats when it starts, and may hold the lease for a moment. */
    private SourceLease lease() {
        Optional<SourceLease> taken = store().leases().tryTake("papers");
        while (taken.isEmpty()) {
            Thread.onSpinWait();
            taken = store().leases().tryTake("papers");
        }
        return taken.get();
    }

    @Test
    void changeDuringTheCrawlOfACommand_isPublishedAfterwards() throws Exception {
        store().identifierDomain().settle("example.org");
        SourceLease command = lease();
        AtomicInteger waits = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(1);
        // The command ends when the first attempt has given up.
        try (CollectionDesk desk = desk((_, _) -> {
            if (waits.incrementAndGet() == 310) {
                command.close();
                ended.countDown();
            }
        })) {
            ActionResult result = desk.crawl("papers");

            assertThat(result.kind()).isEqualTo(ActionResult.Kind.BEGUN);
            assertThat(ended.await(200, TimeUnit.SECONDS)).as("the desk tries again by itself").isTrue();
        }
        assertThat(waits).hasValueGreaterThanOrEqualTo(310);
    }

    @Test
    void crawlThatCannotBegin_isExplained() {
        try (CollectionDesk desk = desk((_, _) -> {})) {
            ActionResult result = desk.crawl("papers");

            assertThat(result.isDone()).isFalse();
            assertThat(result.message()).contains("the domain name of identifiers is not known");
        }
    }
}
