package dev.sheaf.publish;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.publish.CollectionSettings.Location;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.crawls.CrawledFile;
import dev.sheaf.store.crawls.Deposit;
import dev.sheaf.store.crawls.Deposits;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Crawls of a collection whose owner approves what is published, into a real store. Documents are read by a stand-in. */
class ApprovedCollectionTest {

    private static final String ID = "docs";
    private static final SetSpec APPROVED = new SetSpec("approved");
    private static final SetSpec SUBMITTED = new SetSpec("submitted");

    @TempDir
    private Path folder = Path.of("");
    private Path files = Path.of("");
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T12:00:00Z"));
    private final HttpFetcher fetcher = new HttpFetcher();
    private final PlainReader reader = new PlainReader();
    private @Nullable HubStore opened;

    @BeforeEach
    void open() throws IOException {
        files = Files.createDirectories(folder.resolve("files"));
        opened = HubStores.open(folder.resolve("data"), new HubIdentity("Hub", "admin@example.org", "example.org"), clock);
    }

    @AfterEach
    void close() {
        store().close();
        fetcher.close();
    }

    private HubStore store() {
        return requireNonNull(opened);
    }

    private void write(String path, String text) throws IOException {
        Files.writeString(files.resolve(path), text);
        Files.setLastModifiedTime(files.resolve(path), FileTime.from(clock.instant().minus(Duration.ofHours(1))));
    }

    private static final class Silent implements PublishListener {
        @Override
        public void listed(long number) {
            // Counted by the summary.
        }

        @Override
        public void read(long resources, long all, PublishSummary summary) {
            // Counted by the summary.
        }

        @Override
        public void refused(String path, String reason) {
            // Counted by the summary.
        }

        @Override
        public void sample(OaiRecord record) {
            // Only dry runs have samples.
        }

        @Override
        public void note(String message) {
            // Nothing is passed over here.
        }
    }

    private PublishSummary publish(Approval approval) throws PublishException {
        reader.extracted.clear();
        clock.advance(Duration.ofMinutes(1));
        return new Publication(store(), store(), () -> "example.org", fetcher, clock, Pause.REAL).reading(reader).run(ID,
                CollectionSettings.of(List.of(new Location(files.toString(), null))).withApproval(approval), -1, new Silent(),
                () -> false);
    }

    private void decide(String name, Deposit.State state, Map<String, List<String>> correction) {
        assertThat(store().deposits().change(ID, name, state, correction, clock.instant())).isTrue();
    }

    private Optional<StoredRecord> stored(String name) {
        return store().get(ID, MetadataPrefix.OAI_DC, "oai:example.org:docs/" + name);
    }

    private OaiRecord record(String name) {
        return stored(name).orElseThrow().record();
    }

    private String metadata(String name) {
        return new String(requireNonNull(record(name).metadata()).utf8(), StandardCharsets.UTF_8);
    }

    private Datestamp datestamp(String name) {
        return record(name).header().datestamp();
    }

    @Test
    void newFile_waitsForApproval_andHasNoRecordUntilThen() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        PublishSummary first = publish(Approval.REQUIRED);
        assertThat(first.waiting()).isEqualTo(1);
        assertThat(first.created()).isZero();
        assertThat(store().source(ID)).as("the empty collection stays registered").isPresent();
        assertThat(stored("a")).isEmpty();
        assertThat(requireNonNull(store().deposits().find(ID, "a").orElseThrow().extracted()))
                .containsEntry("title", List.of("On Sheaves"));
        assertThat(publish(Approval.REQUIRED).waiting()).isEqualTo(1);
        assertThat(reader.extracted).as("read once").isEmpty();

        decide("a", Deposit.State.APPROVED, Map.of());
        assertThat(publish(Approval.REQUIRED).created()).isEqualTo(1);
        assertThat(record("a").header().sets()).contains(APPROVED).doesNotContain(SUBMITTED);
        assertThat(requireNonNull(store().description(ID).orElseThrow().sets()).stream().map(set -> set.spec()))
                .contains(APPROVED);
    }

    @Test
    void approvalThatIsTakenBack_withdrawsTheRecord_andMovesItsDatestamp() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        write("b.txt", "Another\nwords");
        publish(Approval.REQUIRED);
        decide("a", Deposit.State.APPROVED, Map.of());
        decide("b", Deposit.State.APPROVED, Map.of());
        publish(Approval.REQUIRED);
        String before = datestamp("a").text();
        decide("a", Deposit.State.SUBMITTED, Map.of());
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).isTrue();
        assertThat(datestamp("a").text()).isGreaterThan(before);
        assertThat(record("b").header().deleted()).isFalse();
        decide("a", Deposit.State.APPROVED, Map.of());
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).isFalse();
    }

    @Test
    void approvalThatIsTakenBack_counts_alsoWhenTheFileCannotBeReadAnyMore() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        publish(Approval.REQUIRED);
        decide("a", Deposit.State.APPROVED, Map.of());
        publish(Approval.REQUIRED);
        write("a.txt", "refuse");
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).as("a damaged file changes nothing").isFalse();
        decide("a", Deposit.State.SUBMITTED, Map.of());
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).isTrue();
    }

    @Test
    void fileOfAnotherTime_isNotPublishedWithoutApproval() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        publish(Approval.REQUIRED);
        Files.setLastModifiedTime(files.resolve("a.txt"), FileTime.from(clock.instant().minus(Duration.ofHours(2))));
        assertThat(publish(Approval.REQUIRED).waiting()).isEqualTo(1);
        assertThat(stored("a")).isEmpty();
    }

    @Test
    void recordsThatAnInterruptedCrawlHasLeft_areWithdrawnByTheNext() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        publish(Approval.NONE);
        // As if the process had ended after it noted the file as read and before it withdrew the record.
        store().deposits().add(ID, List.of("a"), Deposit.State.SUBMITTED, clock.instant());
        CrawledFile file = store().crawledFiles().files(ID, null, 1).getFirst();
        store().crawledFiles().put(ID, List.of(new CrawledFile(file.location(), file.path(), file.size(), file.modified(),
                file.hash(), file.type(), file.made() + "-required-SUBMITTED", null)), List.of());
        PublishSummary summary = publish(Approval.REQUIRED);
        assertThat(reader.extracted).isEmpty();
        assertThat(summary.waiting()).isEqualTo(1);
        assertThat(record("a").header().deleted()).isTrue();
    }

    @Test
    void shownStates_areSets_betweenWhichARecordMovesWithItsDatestamp() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        publish(Approval.SHOWN);
        assertThat(record("a").header().sets()).contains(SUBMITTED);
        String before = datestamp("a").text();
        decide("a", Deposit.State.APPROVED, Map.of());
        PublishSummary summary = publish(Approval.SHOWN);
        assertThat(summary.changed()).isEqualTo(1);
        assertThat(record("a").header().sets()).contains(APPROVED).doesNotContain(SUBMITTED);
        assertThat(datestamp("a").text()).isGreaterThan(before);
    }

    @Test
    void correction_winsOverTheDocument_andSurvivesItsChanges() throws Exception {
        write("a.txt", "Scan 0017\nwords");
        publish(Approval.REQUIRED);
        decide("a", Deposit.State.APPROVED, Map.of("title", List.of("On Sheaves"), "creator", List.of("Ada", "Emmy")));
        publish(Approval.REQUIRED);
        assertThat(metadata("a")).contains("<dc:title>On Sheaves</dc:title>", "<dc:creator>Ada</dc:creator>",
                "<dc:creator>Emmy</dc:creator>").doesNotContain("Scan");
        write("a.txt", "Scan 0018\nmore words");
        publish(Approval.REQUIRED);
        assertThat(reader.extracted).containsExactly("a.txt");
        assertThat(metadata("a")).contains("<dc:title>On Sheaves</dc:title>").doesNotContain("Scan");
        store().crawledFiles().forget(ID);
        publish(Approval.REQUIRED);
        assertThat(metadata("a")).contains("<dc:title>On Sheaves</dc:title>").doesNotContain("Scan");
        decide("a", Deposit.State.APPROVED, Map.of("title", List.of()));
        publish(Approval.REQUIRED);
        assertThat(metadata("a")).doesNotContain("dc:title");
    }

    @Test
    void collectionThatBeginsToAsk_keepsWhatItHasPublished() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        write("bad.txt", "refuse");
        publish(Approval.NONE);
        assertThat(record("a").header().sets()).doesNotContain(APPROVED);
        write("b.txt", "Later\nwords");
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).isFalse();
        assertThat(record("a").header().sets()).contains(APPROVED);
        assertThat(stored("b")).isEmpty();
        assertThat(store().deposits().tally(ID)).isEqualTo(new Deposits.Tally(1, 1));
        publish(Approval.NONE);
        assertThat(record("b").header().sets()).doesNotContain(APPROVED, SUBMITTED);
    }

    @Test
    void lastFileThatItsOwnerRemoves_isWithdrawn() throws Exception {
        write("a.txt", "On Sheaves\nwords");
        publish(Approval.REQUIRED);
        decide("a", Deposit.State.APPROVED, Map.of());
        publish(Approval.REQUIRED);
        Files.delete(files.resolve("a.txt"));
        List<CrawledFile.Key> gone = store().crawledFiles().files(ID, null, 9).stream().map(CrawledFile::key).toList();
        store().crawledFiles().put(ID, List.of(), gone);
        store().deposits().forget(ID, "a");
        publish(Approval.REQUIRED);
        assertThat(record("a").header().deleted()).isTrue();
    }
}
