package dev.sheaf.store.contract;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.store.records.Deletion;
import dev.sheaf.store.runs.CensusReport;
import dev.sheaf.store.runs.HeldDeletions;
import dev.sheaf.store.runs.HeldDeletions.Held;
import dev.sheaf.store.runs.RunReport;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of {@link HeldDeletions}. */
public abstract class HeldDeletionsContract extends FacetContract {

    private static final MetadataPrefix DC = MetadataPrefix.OAI_DC;

    private HeldDeletions held() {
        return store().heldDeletions();
    }

    private boolean isDeleted(int number) {
        return store().get("a", DC, identifier(number)).orElseThrow().record().deleted();
    }

    @Test
    void deletionOfALiveRecord_isHeld_andOthersAreNot() {
        long run = store().begin("a", START);
        save(run, 1, 2, 3);
        assertThat(held().hold("a", DC, run, List.of(identifier(1), identifier(2), identifier(9))))
                .containsExactlyInAnyOrder(identifier(1), identifier(2));
        assertThat(held().hold("a", new MetadataPrefix("marc21"), run, List.of(identifier(3)))).isEmpty();
        reopen();
        assertThat(held().count("a")).isEqualTo(2);
        assertThat(held().list("a", 10)).containsExactlyInAnyOrder(new Held(DC, identifier(1), run),
                new Held(DC, identifier(2), run));
        assertThat(held().list("a", 1)).hasSize(1);
        assertThat(held().pending("a", DC, List.of(identifier(2), identifier(3), identifier(9)))).containsExactly(identifier(2));
        assertThat(held().pending("a", new MetadataPrefix("marc21"), List.of(identifier(2)))).isEmpty();
        assertThat(held().pending("unknown", DC, List.of(identifier(2)))).isEmpty();
        assertThat(isDeleted(1)).isFalse();
    }

    @Test
    void recordThatIsDeliveredAgain_isNoLongerPendingDeletion() {
        long run = store().begin("a", START);
        save(run, 1, 2);
        held().hold("a", DC, run, List.of(identifier(1), identifier(2)));
        held().saw("a", DC, List.of(identifier(1), identifier(9)));
        assertThat(held().list("a", 10)).extracting(Held::identifier).containsExactly(identifier(2));
    }

    @Test
    void approvedDeletions_areCarriedOut() {
        save(store().begin("a", START), 1, 2, 3);
        long run = store().begin("a", START.plusSeconds(60));
        held().hold("a", DC, run, List.of(identifier(1), identifier(2)));
        long approval = store().runs().begin("a", RunReport.Kind.APPROVAL, START.plusSeconds(120));
        assertThat(held().approve("a", approval, START.plusSeconds(120), () -> false)).isEqualTo(new Counts(0, 0, 0, 2, 0));
        assertThat(held().count("a")).isZero();
        assertThat(isDeleted(1)).isTrue();
        assertThat(isDeleted(2)).isTrue();
        assertThat(isDeleted(3)).isFalse();
    }

    @Test
    void approval_keepsARecordOfWhichANewerLiveVersionHasCome() {
        save(store().begin("a", START), 1, 2);
        long run = store().begin("a", START.plusSeconds(60));
        held().hold("a", DC, run, List.of(identifier(1), identifier(2)));
        store().save(new Batch("a", run, MetadataFormat.OAI_DC,
                List.of(new OaiRecord(new Header(identifier(1), Datestamp.received("2024-03-01"), List.of(), false),
                        XmlFragment.of("<t xmlns=\"urn:t\">newer</t>")))));
        long approval = store().runs().begin("a", RunReport.Kind.APPROVAL, START.plusSeconds(120));
        assertThat(held().approve("a", approval, START.plusSeconds(120), () -> false)).isEqualTo(new Counts(0, 0, 1, 1, 0));
        assertThat(isDeleted(1)).isFalse();
        assertThat(isDeleted(2)).isTrue();
        assertThat(held().count("a")).isZero();
    }

    @Test
    void deletionsHaveTheirCause_andKeepTheDatestampOfTheSource() {
        save(store().begin("a", START), 1, 2, 3);
        Datestamp before = requireNonNull(store().get("a", DC, identifier(3)).orElseThrow().originDatestamp());
        assertThat(store().deletion("a", DC, identifier(1))).isEmpty();
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(new OaiRecord(
                new Header(identifier(1), Datestamp.received("2024-03-01"), List.of(), true), null))));
        try (Census census = store().census("a")) {
            census.saw(DC, List.of(identifier(1), identifier(3)));
            census.deleteMissing(1, START.plusSeconds(60));
        }
        store().remove("a", false);
        assertThat(store().deletion("a", DC, identifier(1)).orElseThrow().cause()).isEqualTo(Deletion.Cause.SOURCE);
        assertThat(store().deletion("a", DC, identifier(1)).orElseThrow().lastDatestamp())
                .isEqualTo(Datestamp.received("2024-03-01"));
        assertThat(store().deletion("a", DC, identifier(2)).orElseThrow().cause()).isEqualTo(Deletion.Cause.ABSENCE);
        Deletion removed = store().deletion("a", DC, identifier(3)).orElseThrow();
        assertThat(removed.cause()).isEqualTo(Deletion.Cause.HUB);
        assertThat(removed.lastDatestamp()).isEqualTo(before);
        assertThat(store().deletion("a", DC, "never stored")).isEmpty();
    }

    @Test
    void stoppedApproval_canBeContinued() {
        save(store().begin("a", START), upTo(1_500));
        long run = store().begin("a", START.plusSeconds(60));
        held().hold("a", DC, run, Arrays.stream(upTo(1_500)).mapToObj(FacetContract::identifier).toList());
        long approval = store().runs().begin("a", RunReport.Kind.APPROVAL, START.plusSeconds(120));
        Counts first = held().approve("a", approval, START.plusSeconds(120), () -> true);
        assertThat(first.deleted()).isPositive().isLessThan(1_500);
        assertThat(held().count("a")).isEqualTo(1_500 - first.deleted());
        Counts all = held().approve("a", approval, START.plusSeconds(180), () -> false);
        assertThat(all.deleted()).as("with those of before").isEqualTo(1_500);
    }

    @Test
    void rejectedDeletions_leaveTheRecordsLive() {
        long run = store().begin("a", START);
        save(run, 1, 2);
        held().hold("a", DC, run, List.of(identifier(1), identifier(2)));
        assertThat(held().reject("a")).isEqualTo(2);
        assertThat(held().count("a")).isZero();
        assertThat(held().reject("a")).isZero();
        assertThat(isDeleted(1)).isFalse();
    }

    @Test
    void lastCensusOfEachFormat_isStored() {
        CensusReport first = new CensusReport(DC, 1, START, CensusReport.How.LIST, 90, 10, true);
        CensusReport second = new CensusReport(DC, 2, START.plusSeconds(60), CensusReport.How.IDENTIFIERS, 100, 0, false);
        CensusReport marc = new CensusReport(new MetadataPrefix("marc21"), 2, START, CensusReport.How.LIST, 5, 0, false);
        held().note("a", first);
        held().note("a", marc);
        held().note("a", second);
        reopen();
        assertThat(held().censuses("a")).containsExactly(marc, second);
    }

    @Test
    void unknownSource_hasNoPendingDeletions_andCannotGetAny() {
        assertThat(held().count(UNKNOWN)).isZero();
        assertThat(held().list(UNKNOWN, 10)).isEmpty();
        assertThat(held().censuses(UNKNOWN)).isEmpty();
        assertThatThrownBy(() -> held().hold(UNKNOWN, DC, 1, List.of(identifier(1)))).isInstanceOf(StoreException.class)
                .hasMessageContaining(UNKNOWN);
    }

    @Test
    void removedSource_losesItsPendingDeletions() {
        long run = store().begin("a", START);
        save(run, 1);
        held().hold("a", DC, run, List.of(identifier(1)));
        held().note("a", new CensusReport(DC, run, START, CensusReport.How.LIST, 90, 10, true));
        store().remove("a", true);
        assertThat(held().count("a")).isZero();
        assertThat(held().censuses("a")).isEmpty();
    }

    private void withdraw(long run, Instant at, Integer... seen) {
        try (Census census = store().census("a")) {
            census.saw(DC, Arrays.stream(seen).map(HeldDeletionsContract::identifier).toList());
            census.deleteMissing(DC, run, at, () -> false);
        }
    }

    @Test
    void inferredDeletions_canBeUndoneAfterFurtherRuns_forHalfAYear() {
        save(store().begin("a", START), 1, 2, 3, 4);
        Instant at = START.plusSeconds(60);
        long run = store().begin("a", at);
        withdraw(run, at, 1, 2);
        long later = store().begin("a", at.plusSeconds(60));
        save(later, 4);
        reopen();
        assertThat(store().rollback().inferred("a")).singleElement().satisfies(one -> {
            assertThat(one.run()).isEqualTo(run);
            assertThat(one.records()).as("one has come back").isEqualTo(1);
            assertThat(one.at()).isEqualTo(at);
        });
        Datestamp withdrawn = store().get("a", DC, identifier(3)).orElseThrow().record().header().datestamp();
        clock.advance(Duration.ofMinutes(2));
        List<Long> done = new ArrayList<>();
        Counts counts = store().rollback().undoInferred("a", run, at.plusSeconds(120), done::add, () -> false);
        assertThat(counts).isEqualTo(new Counts(1, 0, 0, 0, 0));
        assertThat(done).containsExactly(1L);
        assertThat(isDeleted(3)).isFalse();
        assertThat(store().get("a", DC, identifier(3)).orElseThrow().record().metadata()).isNotNull();
        assertThat(store().get("a", DC, identifier(3)).orElseThrow().record().header().datestamp()).isNotEqualTo(withdrawn);
        assertThat(store().rollback().inferred("a")).isEmpty();

        long again = store().begin("a", at.plusSeconds(180));
        withdraw(again, at.plusSeconds(180), 1);
        assertThat(store().rollback().inferred("a")).hasSize(1);
        store().begin("a", at.plusSeconds(180).plus(Duration.ofDays(179)));
        assertThat(store().rollback().inferred("a")).hasSize(1);
        store().begin("a", at.plusSeconds(180).plus(Duration.ofDays(181)));
        assertThat(store().rollback().inferred("a")).isEmpty();
    }

    @Test
    void deletionThatTheSourceReports_isNotUndone() {
        save(store().begin("a", START), 1, 2);
        Header gone = new Header(identifier(2), Datestamp.parse("2024-01-02T00:00:00Z"), List.of(), true);
        store().save(new Batch("a", store().begin("a", START.plusSeconds(60)), MetadataFormat.OAI_DC,
                List.of(new OaiRecord(gone, null))));
        assertThat(isDeleted(2)).isTrue();
        assertThat(store().rollback().inferred("a")).isEmpty();
    }
}
