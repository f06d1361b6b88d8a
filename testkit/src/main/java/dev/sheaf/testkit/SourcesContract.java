package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Contract of every {@link RecordStore} for sources: their registration and settings, the checkpoints of their harvests, their descriptions,
 * and their removal.
 */
public abstract class SourcesContract extends StoreContract {

    private static final XmlFragment RIGHTS = XmlFragment.of("<r:rights xmlns:r=\"https://example.org/rights\">free</r:rights>");

    @Test
    void checkpoint_isStoredForEachRequestedList() {
        register("a", "b");
        Selection window = new Selection(MARC.prefix(), Datestamp.parse("2024-01-01"), Datestamp.received("someday"),
                new SetSpec("with blank"));
        Checkpoint all = checkpoint(3);
        Checkpoint some = new Checkpoint(window, null, null, 0, 0, null, null, Datestamp.parse("2025-01-01T00:00:00Z"));
        assertThat(store().checkpoint("a", everything())).isEmpty();

        store().save(new Batch("a", 1, DC, List.of()).with(all));
        store().save(new Batch("a", 1, DC, List.of()).with(some));
        reopen();

        assertThat(store().checkpoint("a", everything())).contains(all);
        assertThat(store().checkpoint("a", window)).contains(some);
        assertThat(store().checkpoint("b", everything())).isEmpty();
        store().save(new Batch("a", 1, DC, List.of()).with(all.complete()));
        assertThat(store().checkpoint("a", everything())).contains(all.complete());
    }

    @Test
    void checkpointOfASplitList_isReadBackWithItsRangesAndSize() {
        register("a");
        Checkpoint split = checkpoint(3).split("some pieces", 1, 7).withCompleteSize(70L);
        store().save(new Batch("a", 1, DC, List.of()).with(split));
        reopen();
        assertThat(store().checkpoint("a", everything())).contains(split);
        assertThat(split.underWay()).isTrue();
        assertThat(split.complete()).satisfies(ended -> {
            assertThat(ended.underWay()).isFalse();
            assertThat(ended.completeSize()).isEqualTo(70L);
        });
    }

    @Test
    void serverProfile_isStoredForEachSource() {
        register("a", "b");
        ServerProfile learnt = ServerProfile.UNKNOWN.with(ServerTrait.GRANULARITY, "day").with(ServerTrait.RANGES, false);
        assertThat(store().profile("a")).isEqualTo(ServerProfile.UNKNOWN);
        store().keepProfile("a", learnt.with(ServerTrait.PAGE_SIZE, "100"));
        store().keepProfile("a", learnt);
        reopen();
        assertThat(store().profile("a")).isEqualTo(learnt);
        assertThat(store().profile("b")).isEqualTo(ServerProfile.UNKNOWN);
        store().remove("a", false);
        register("a");
        assertThat(store().profile("a")).isEqualTo(ServerProfile.UNKNOWN);
    }

    @Test
    void sourceRegisteredAgain_hasTheNewValues() {
        Source full = new Source("a", Source.Kind.HARVESTED, "https://a.example.org/oai", "Archive A",
                List.of(MARC.prefix(), DC.prefix()), List.of(new SetSpec("x:y")),
                new Source.Settings("agent/1", "me@example.org", Duration.ofHours(6), "adaptive"));
        store().put(full);
        assertThat(store().source("a")).contains(full);
        save("a", live(1, "A"));

        Source changed = Source.harvested("a", "https://elsewhere.example.org/oai");
        store().put(changed);
        reopen();
        assertThat(store().source("a")).contains(changed);
        assertThat(listed(repository("a"), null)).containsExactly("1 A []");
        assertThat(store().source("b")).isEmpty();
        assertThat(store().repository("b", "https://hub.example.org/oai/b")).isEmpty();
        assertThatThrownBy(() -> store().put(Source.imported("a", null))).isInstanceOf(StoreException.class)
                .hasMessageContaining("'a'");
    }

    @Test
    void sourceRegisteredAgain_hasTheNewAccessSettings() {
        Access access = Access.DEFAULT.withLogin(new Access.Login.Basic("reader", Secret.of("open sesame")))
                .withHeaders(
                        List.of(new Access.Header("X-Api-Key", Secret.of("k1")), new Access.Header("X-Other", Secret.of(""))))
                .withCertificate(new Access.ClientCertificate("/etc/sheaf/me.p12", Secret.of("p12")))
                .withProxy(new Access.Proxy("proxy.example.org", 3128, "us", Secret.of("them")))
                .withTrust(new Access.Trust("/etc/sheaf/ca.pem",
                        new Access.CertificateException("0f".repeat(32), Instant.parse("2030-01-01T00:00:00Z"))))
                .withPace(3, Duration.ofSeconds(2)).withObeyRobots(true);
        Source source = Source.harvested("a", "https://a.example.org/oai");
        Source protectedSource = source.withSettings(source.settings().withAccess(access));
        store().put(protectedSource);
        reopen();
        assertThat(store().source("a")).contains(protectedSource);
        assertThat(store().sources().getFirst().source()).isEqualTo(protectedSource);

        Access token = Access.DEFAULT.withLogin(new Access.Login.Bearer(Secret.of("t")))
                .withProxy(new Access.Proxy("proxy.example.org", 3128, null, null));
        store().put(source.withSettings(source.settings().withAccess(token)));
        assertThat(store().source("a").orElseThrow().settings().access()).isEqualTo(token);
        store().put(source);
        assertThat(store().source("a")).contains(source);
    }

    @Test
    void sources_areListedByIdWithEachItemCountedOnce() {
        register("b", "a");
        save("b", live(1, "A"), live(2, "B"), deleted(3));
        save("b", MARC, live(1, "marc"), live(4, "marc only"), deleted(2));
        assertThat(store().sources()).extracting(status -> status.source().id()).containsExactly("a", "b");
        assertThat(store().sources().get(1)).extracting(SourceStatus::records, SourceStatus::deleted).containsExactly(3L, 1L);
        save("b", deleted(2), live(3, "back"));
        assertThat(store().status("b").orElseThrow()).extracting(SourceStatus::records, SourceStatus::deleted)
                .containsExactly(3L, 1L);
        assertThat(store().status("nobody")).isEmpty();
    }

    @Test
    void statusOfASource_followsItsLastEndedRun() {
        register("a");
        assertThat(store().status("a").orElseThrow().lastOutcome()).isNull();
        HarvestOutcome atEnd = new HarvestOutcome(Verdict.PARTIAL, "one record is broken", new Counts(5, 4, 3, 2, 1), 6, true);
        store().end(store().begin("a", START), atEnd, START);
        assertThat(store().status("a").orElseThrow().lastOutcome()).isEqualTo(atEnd);
        HarvestOutcome bad = new HarvestOutcome(Verdict.PARTIAL, "page 7 was cut", new Counts(1, 2, 3, 4, 5), 6);
        long first = store().begin("a", START);
        store().end(first, bad, START.plusSeconds(60));
        SourceStatus failing = store().status("a").orElseThrow();
        assertThat(failing.state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(failing.lastOutcome()).isEqualTo(bad);
        assertThat(failing.asOf()).isNull();
        assertThat(failing.stale()).isTrue();
        assertThat(failing.lastRun()).isEqualTo(START.plusSeconds(60));

        long second = store().begin("a", START.plusSeconds(100));
        assertThat(second).isNotEqualTo(first);
        assertThat(store().status("a").orElseThrow()).as("nobody goes on with it")
                .satisfies(status -> assertThat(status.state()).isEqualTo(SourceStatus.State.FAILING))
                .extracting(SourceStatus::lastOutcome).asString().startsWith("partial(the process ended");
        store().end(second, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), START.plusSeconds(200));
        reopen();
        assertThat(store().status("a").orElseThrow().state()).isEqualTo(SourceStatus.State.IDLE);
        assertThat(store().status("a").orElseThrow()).extracting(SourceStatus::asOf, SourceStatus::stale)
                .containsExactly(START.plusSeconds(100), false);
    }

    @Test
    void nullPartsOfADescription_leaveTheStoredOnes() {
        register("a");
        RepositoryDescription identify = new RepositoryDescription("Archive A", "https://a.example.org/oai", "2.0",
                List.of("a@example.org"), Datestamp.received("1990"), "odd", "odder", List.of("gzip"), List.of(RIGHTS));
        List<OaiSet> sets = List.of(new OaiSet(new SetSpec("x y"), "X", List.of(RIGHTS)));
        assertThat(store().description("a")).isEmpty();
        store().describe("a", new SourceDescription(identify, List.of(DC, MARC), null));
        store().describe("a", new SourceDescription(null, null, sets));
        store().describe("a", new SourceDescription(null, List.of(MARC), null));
        reopen();
        assertThat(store().description("a")).contains(new SourceDescription(identify, List.of(MARC), sets));
        assertThat(store().source("a").orElseThrow().name()).isEqualTo("Archive A");
    }

    @Test
    void sourceRemovedWithItsRecords_isDeletedInTheAggregate() {
        register("a", "b");
        store().save(page("a", 1, List.of(live(1, "A", "s"), deleted(2))));
        save("a", MARC, live(1, "marc"));
        save("b", live(3, "B"));
        store().remove("a", false);

        assertThat(store().source("a")).isEmpty();
        assertThat(store().repository("a", "https://hub.example.org/oai/a")).isEmpty();
        assertThat(listed(aggregate(), null)).containsExactlyInAnyOrder("2 deleted [a]", "3 B [b]", "1 deleted [a:s]");
        assertThat(listed(aggregate(), "a:s")).containsExactly("1 deleted [a:s]");
        assertThat(brief(list(aggregate(), MARC, null))).containsExactly("1 deleted [a]");
        assertThatThrownBy(() -> save("a", live(5, "too late"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> store().remove("a", false)).isInstanceOf(StoreException.class).hasMessageContaining("a");

        register("a");
        assertThat(store().checkpoint("a", everything())).isEmpty();
        assertThat(save("a", live(1, "A", "s"))).isEqualTo(new Counts(1, 0, 0, 0, 0));
        assertThat(listed(aggregate(), "a")).contains("1 A [a:s]");
    }

    @Test
    void sourceRemovedWithoutItsRecords_leavesThemInTheAggregate() {
        register("a");
        save("a", live(1, "A", "s"));
        store().remove("a", true);
        assertThat(store().source("a")).isEmpty();
        assertThat(listed(aggregate(), "a")).containsExactly("1 A [a:s]");
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1))).isPresent();
    }
}
