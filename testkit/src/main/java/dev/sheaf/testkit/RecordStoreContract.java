package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.Selection;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Batch.Part;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Checkpoint;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.HarvestOutcome.Verdict;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.Secret;
import dev.sheaf.core.store.ServerProfile;
import dev.sheaf.core.store.ServerTrait;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What every {@link RecordStore} does with what it is given: records, checkpoints, sources. */
public abstract class RecordStoreContract extends StoreContract {

    private static final XmlFragment RIGHTS = XmlFragment.of("<r:rights xmlns:r=\"https://example.org/rights\">free</r:rights>");

    @Test
    void aSavedRecordComesBackAsItWas() {
        register("a");
        OaiRecord record = new OaiRecord(live(1, "Größe &amp; Maß", "math", "Open Access").header(),
                live(1, "Größe &amp; Maß").metadata(), List.of(RIGHTS, RIGHTS));
        store().save(new Batch("a", 1, List.of(new Part(DC, List.of(record), false)), List.of(),
                Datestamp.parse("2025-02-28T01:02:03Z"), null));

        StoredRecord stored = store().get("a", DC.prefix(), record.identifier()).orElseThrow();

        assertThat(stored.source()).isEqualTo("a");
        assertThat(stored.prefix()).isEqualTo(DC.prefix());
        assertThat(stored.record().metadata()).isEqualTo(record.metadata());
        assertThat(stored.record().about()).containsExactly(RIGHTS, RIGHTS);
        assertThat(stored.record().header().sets()).containsExactly(new SetSpec("math"), new SetSpec("Open Access"));
        assertThat(stored.record().header().datestamp()).isEqualTo(Datestamp.ofSecond(START));
        assertThat(stored.originDatestamp()).isEqualTo(record.header().datestamp());
        assertThat(stored.harvested()).isEqualTo(Instant.parse("2025-02-28T01:02:03Z"));
        assertThat(stored.derived()).isFalse();
    }

    @Test
    void identifiersAndDatestampsAreKeptWhateverTheyHold() {
        register("a");
        List<String> identifiers = List.of("with \"quotes\" and \\ and \t", "http://example.org/ü?a=b&c=d", "𝔘𝔫𝔦", " ",
                "'; drop table rec");
        for (String identifier : identifiers) {
            Header header = new Header(identifier, Datestamp.received("last tuesday"), List.of(), false);
            assertThat(save("a", new OaiRecord(header, live(1, "T").metadata())).created()).isOne();
        }
        for (String identifier : identifiers) {
            StoredRecord stored = store().get("a", DC.prefix(), identifier).orElseThrow();
            assertThat(stored.record().identifier()).isEqualTo(identifier);
            assertThat(stored.originDatestamp()).isEqualTo(Datestamp.received("last tuesday"));
        }
        save("a", dated(1, "T", "2024-05-06"));
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().originDatestamp())
                .isEqualTo(Datestamp.parse("2024-05-06"));
    }

    @Test
    void aLargeRecordIsKeptWhole() {
        register("a");
        OaiRecord record = live(1, "word ".repeat(500_000));
        save("a", record);
        assertThat(store().get("a", DC.prefix(), record.identifier()).orElseThrow().record().metadata())
                .isEqualTo(record.metadata());
    }

    @Test
    void countsTellWhatBecameOfEachRecord() {
        register("a");
        assertThat(save("a", live(1, "A"), live(2, "B"), deleted(3))).isEqualTo(new Counts(2, 0, 0, 1, 0));
        assertThat(save("a", live(1, "A"), live(2, "changed"), deleted(3))).isEqualTo(new Counts(0, 1, 2, 0, 0));
        assertThat(save("a", deleted(1), live(2, "changed", "in a set"), live(3, "C"))).isEqualTo(new Counts(1, 1, 0, 1, 0));
        assertThat(save("a", deleted(1, "now with a set"))).isEqualTo(new Counts(0, 1, 0, 0, 0));
    }

    @Test
    void whatIsQuarantinedCountsAsRefused() {
        register("a");
        Batch batch = new Batch("a", 1, List.of(new Part(DC, List.of(live(1, "A")), false)),
                List.of(new Quarantined("x", "no metadata", new byte[]{1, 2}),
                        new Quarantined(null, "no identifier", new byte[0])),
                null, null);
        assertThat(store().save(batch)).isEqualTo(new Counts(1, 0, 0, 0, 2));
        assertThat(store().save(batch)).isEqualTo(new Counts(0, 0, 1, 0, 2));
    }

    @Test
    void anIdentifierThatComesTwiceCountsTwiceAndItsLastRecordStays() {
        register("a");
        assertThat(save("a", live(1, "first"), live(1, "second"))).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1)).map(stored -> brief(stored.record())))
                .contains("1 second []");
        assertThat(save("a", live(1, "second"), live(1, "second"))).isEqualTo(new Counts(0, 0, 2, 0, 0));
        assertThat(listed(repository("a"), null)).containsExactly("1 second []");
    }

    @Test
    void anUnchangedRecordKeepsItsDatestampAndItsPlace() {
        register("a");
        save("a", live(1, "A", "s"), live(2, "B"));
        long seq = store().lastSeq();
        clock.advance(Duration.ofDays(1));
        save("a", dated(1, "A", "2025-01-01T00:00:00Z", "s"));

        assertThat(store().lastSeq()).isEqualTo(seq);
        assertThat(list(repository("a"), DC, null)).extracting(record -> record.header().datestamp())
                .containsOnly(Datestamp.ofSecond(START));
        assertThat(listed(repository("a"), null)).containsExactly("1 A [s]", "2 B []");
    }

    @Test
    void aBatchOfUnchangedRecordsWritesNothing() {
        register("a");
        List<OaiRecord> records = SampleRecords.many(50);
        store().save(page("a", 1, records));
        AtomicInteger writes = new AtomicInteger();
        try (RecordStore watched = open(dataDir, clock, writes::incrementAndGet)) {
            int opened = writes.get();
            assertThat(watched.save(page("a", 1, records)).same()).isEqualTo(50);
            assertThat(watched.save(new Batch("a", 1, DC, records)).same()).isEqualTo(50);
            assertThat(writes).hasValue(opened);
            watched.save(page("a", 2, records));
            assertThat(writes).hasValue(opened + 1);
        }
    }

    @Test
    void aChangedRecordMovesToTheEndOfEveryList() {
        register("a");
        save("a", live(1, "A", "s"), live(2, "B", "s"), live(3, "C", "s"));
        StoredRecord before = store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow();
        clock.advance(Duration.ofSeconds(90));
        save("a", live(1, "changed", "s"));

        StoredRecord after = store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow();
        assertThat(after.seq()).isGreaterThan(before.seq()).isEqualTo(store().lastSeq());
        assertThat(after.record().header().datestamp()).isEqualTo(Datestamp.ofSecond(START.plusSeconds(90)));
        assertThat(listed(repository("a"), null)).containsExactly("2 B [s]", "3 C [s]", "1 changed [s]");
        assertThat(listed(repository("a"), "s")).containsExactly("2 B [s]", "3 C [s]", "1 changed [s]");
        assertThat(listed(aggregate(), null)).containsExactly("2 B [a:s]", "3 C [a:s]", "1 changed [a:s]");
    }

    @Test
    void formatsOfAnItemAreRecordsOfTheirOwn() {
        register("a");
        save("a", live(1, "dc"));
        save("a", MARC, live(1, "marc"));
        save("a", MARC, deleted(1));

        assertThat(store().prefixes("a", SampleRecords.identifier(1))).containsExactlyInAnyOrder(DC.prefix(), MARC.prefix());
        assertThat(listed(repository("a"), null)).containsExactly("1 dc []");
        assertThat(brief(list(repository("a"), MARC, null))).containsExactly("1 deleted []");
        assertThat(store().prefixes("a", "unknown")).isEmpty();
        assertThat(store().prefixes("unknown", SampleRecords.identifier(1))).isEmpty();
    }

    @Test
    void sourcesDoNotMix() {
        register("a", "b");
        save("a", live(1, "of a"));
        save("b", live(1, "of b"));
        save("b", deleted(1));
        assertThat(listed(repository("a"), null)).containsExactly("1 of a []");
        assertThat(listed(repository("b"), null)).containsExactly("1 deleted []");
        assertThat(store().get("b", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().record().deleted()).isTrue();
    }

    @Test
    void aDerivedRecordIsStoredButNotCounted() {
        register("a");
        assertThat(store().save(derived("a", live(1, "marc"), live(1, "made of it")))).isEqualTo(new Counts(1, 0, 0, 0, 0));
        StoredRecord made = store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow();
        assertThat(made.derived()).isTrue();
        assertThat(brief(made.record())).isEqualTo("1 made of it []");
        assertThat(store().status("a").orElseThrow().records()).isOne();
    }

    @Test
    void aDerivedRecordNeverReplacesADeliveredOne() {
        register("a");
        save("a", live(1, "delivered"));
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        assertThat(listed(repository("a"), null)).containsExactly("1 delivered []");
    }

    @Test
    void aDerivedRecordTakesThePlaceOfOneThatTheSourceHasWithdrawn() {
        register("a");
        save("a", live(1, "delivered"));
        save("a", deleted(1));
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        assertThat(listed(repository("a"), null)).containsExactly("1 made of it []");

        // A harvest of the next increment brings the deletion again: nothing has changed.
        long seq = store().lastSeq();
        assertThat(save("a", deleted(1))).isEqualTo(new Counts(0, 0, 1, 0, 0));
        assertThat(store().lastSeq()).isEqualTo(seq);
        save("a", live(1, "delivered again"));
        assertThat(listed(repository("a"), null)).containsExactly("1 delivered again []");
    }

    @Test
    void aDeliveredRecordReplacesADerivedOne() {
        register("a");
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        save("a", live(1, "delivered"));
        assertThat(listed(repository("a"), null)).containsExactly("1 delivered []");
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().derived()).isFalse();

        register("b");
        store().save(derived("b", live(1, "marc"), live(1, "the same")));
        save("b", live(1, "the same"));
        assertThat(store().get("b", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().derived()).isFalse();
    }

    @Test
    void derivedRecordsVanishWithTheLastDeliveredOne() {
        register("a");
        MetadataFormat mods = new MetadataFormat(new MetadataPrefix("mods"), "https://example.org/mods.xsd",
                "http://www.loc.gov/mods/v3");
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        save("a", mods, live(1, "mods"));

        save("a", MARC, deleted(1));
        assertThat(listed(repository("a"), null)).containsExactly("1 made of it []");

        save("a", mods, deleted(1));
        assertThat(listed(repository("a"), null)).containsExactly("1 deleted []");
        assertThat(store().status("a").orElseThrow()).extracting(SourceStatus::records, SourceStatus::deleted)
                .containsExactly(0L, 1L);
    }

    @Test
    void aBatchForAnUnknownSourceIsRefused() {
        assertThatThrownBy(() -> save("nobody", live(1, "A"))).isInstanceOf(StoreException.class).hasMessageContaining("nobody");
        assertThatThrownBy(() -> store().begin("nobody", START)).isInstanceOf(StoreException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> store().describe("nobody", new SourceDescription(null, null, null)))
                .isInstanceOf(StoreException.class).hasMessageContaining("nobody");
        assertThat(store().lastSeq()).isZero();
    }

    @Test
    void aCheckpointIsKeptForEachListAskedFor() {
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
    void aCheckpointRemembersThePiecesOfASplitListAndItsSizeWhenItWasWhole() {
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
    void whatWasLearntOfAServerIsKeptForEachSource() {
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
    void everythingIsStillThereWhenOpenedAgain() {
        register("a");
        save("a", live(1, "A", "s"), deleted(2), about(live(3, "C"), RIGHTS.toString()));
        long seq = store().lastSeq();
        List<String> before = listed(repository("a"), null);
        reopen();
        assertThat(listed(repository("a"), null)).isEqualTo(before);
        assertThat(store().lastSeq()).isEqualTo(seq);
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(3)).orElseThrow().record().about())
                .containsExactly(RIGHTS);
        assertThat(save("a", live(1, "A", "s"))).isEqualTo(new Counts(0, 0, 1, 0, 0));
    }

    @Test
    void manyRecordsOfAFormatComeBackAsTheyWere() {
        register("a");
        List<OaiRecord> records = SampleRecords.many(5_000);
        for (int i = 0; i < records.size(); i += 500) {
            store().save(new Batch("a", 1, DC, records.subList(i, i + 500)));
        }
        reopen();
        List<OaiRecord> back = list(repository("a"), DC, null, null, FOREVER, 999);
        assertThat(back).extracting(OaiRecord::metadata)
                .containsExactlyElementsOf(records.stream().map(OaiRecord::metadata).toList());
        assertThat(store().status("a").orElseThrow().records()).isEqualTo(5_000);
    }

    @Test
    void changesComeOldestFirstWithDeletedOnesOfOneFormat() {
        register("a", "b");
        save("a", live(1, "A"), live(2, "B"));
        save("b", MARC, live(9, "other format"));
        save("b", live(1, "same identifier"));
        save("a", deleted(1));

        List<StoredRecord> changes = store().changes(DC.prefix(), 0, 100);
        assertThat(changes).extracting(StoredRecord::source).contains("a", "b");
        assertThat(changes).extracting(StoredRecord::seq).isSorted().doesNotHaveDuplicates();
        assertThat(changes).extracting(stored -> stored.source() + " " + brief(stored.record()))
                .containsExactlyInAnyOrder("a 2 B []", "b 1 same identifier []", "a 1 deleted []");
        assertThat(changes.getLast().seq()).isLessThanOrEqualTo(store().lastSeq());

        assertThat(store().changes(DC.prefix(), 0, 2)).isEqualTo(changes.subList(0, 2));
        assertThat(store().changes(DC.prefix(), changes.get(1).seq(), 100)).isEqualTo(changes.subList(2, 3));
        assertThat(store().changes(DC.prefix(), store().lastSeq(), 100)).isEmpty();
        assertThat(store().changes(new MetadataPrefix("unheard"), 0, 100)).isEmpty();
    }

    @Test
    void differingNamesWhatSavingWouldChange() {
        register("a");
        save("a", live(1, "A"), live(2, "B"));
        Part part = new Part(DC, List.of(live(1, "A"), live(2, "changed"), live(3, "new"), deleted(1)), false);
        assertThat(store().differing("a", part)).containsExactly(1, 2, 3);
        assertThat(store().differing("a", new Part(MARC, List.of(live(1, "A")), false))).containsExactly(0);
        assertThat(store().differing("unknown", part)).containsExactly(0, 1, 2, 3);
        assertThat(store().differing("a", new Part(DC, List.of(live(1, "made"), live(3, "made")), true))).containsExactly(1);
    }

    @Test
    void aSourceIsAsItWasRegisteredLast() {
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
    void theWayToASourceIsAsItWasRegisteredLast() {
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
    void sourcesAreListedByIdWithTheirItemsCountedOnce() {
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
    void theLastRunThatEndedTellsHowASourceIsDoing() {
        register("a");
        assertThat(store().status("a").orElseThrow().lastOutcome()).isNull();
        HarvestOutcome bad = new HarvestOutcome(Verdict.PARTIAL, "page 7 was cut", new Counts(1, 2, 3, 4, 5), 6);
        long first = store().begin("a", START);
        store().end(first, bad, START.plusSeconds(60));
        SourceStatus failing = store().status("a").orElseThrow();
        assertThat(failing.state()).isEqualTo(SourceStatus.State.FAILING);
        assertThat(failing.lastOutcome()).isEqualTo(bad);
        assertThat(failing.lastRunStarted()).isEqualTo(START);
        assertThat(failing.lastRun()).isEqualTo(START.plusSeconds(60));

        long second = store().begin("a", START.plusSeconds(100));
        assertThat(second).isNotEqualTo(first);
        assertThat(store().status("a").orElseThrow()).as("nobody goes on with it")
                .satisfies(status -> assertThat(status.state()).isEqualTo(SourceStatus.State.FAILING))
                .extracting(SourceStatus::lastOutcome).asString().startsWith("partial(the process ended");
        store().end(second, new HarvestOutcome(Verdict.COMPLETE, "", Counts.ZERO, 1), START.plusSeconds(200));
        reopen();
        assertThat(store().status("a").orElseThrow().state()).isEqualTo(SourceStatus.State.IDLE);
    }

    @Test
    void partsOfADescriptionThatAreNullStayAsTheyWere() {
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
    void aSourceRemovedWithItsRecordsIsWithdrawnFromTheAggregate() {
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
    void aRemovedSourceMayLeaveItsRecords() {
        register("a");
        save("a", live(1, "A", "s"));
        store().remove("a", true);
        assertThat(store().source("a")).isEmpty();
        assertThat(listed(aggregate(), "a")).containsExactly("1 A [a:s]");
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1))).isPresent();
    }

    @Test
    void aCensusWithdrawsWhatWasNotSeen() {
        register("a", "b");
        save("a", live(1, "A", "s"), live(2, "B", "s"), live(3, "C"), deleted(4));
        store().save(derived("a", live(5, "marc"), live(5, "made of it")));
        store().save(derived("a", live(6, "marc"), live(6, "made of it")));
        save("b", live(3, "of another"));
        try (Census census = store().census("a")) {
            census.saw(DC.prefix(), List.of(SampleRecords.identifier(1), SampleRecords.identifier(1), "never stored"));
            census.saw(MARC.prefix(), List.of(SampleRecords.identifier(5)));
            clock.advance(Duration.ofMinutes(1));
            assertThat(census.deleteMissing(1, clock.instant())).isEqualTo(new Counts(0, 0, 0, 3, 0));
        }
        assertThat(listed(repository("a"), null)).containsExactlyInAnyOrder("1 A [s]", "2 deleted [s]", "3 deleted []",
                "4 deleted []", "5 made of it []", "6 deleted []");
        assertThat(brief(list(repository("a"), MARC, null))).containsExactly("5 marc []", "6 deleted []");
        assertThat(listed(repository("b"), null)).containsExactly("3 of another []");
        assertThat(store().status("a").orElseThrow()).extracting(SourceStatus::records, SourceStatus::deleted)
                .containsExactly(2L, 4L);
    }

    @Test
    void aCensusThatIsOnlyClosedChangesNothing() {
        register("a");
        save("a", live(1, "A"));
        long seq = store().lastSeq();
        try (Census census = store().census("a")) {
            census.saw(DC.prefix(), List.of("something else"));
        }
        assertThat(store().lastSeq()).isEqualTo(seq);
    }

    @Test
    void aCensusOfManyRecordsFindsTheFewThatVanished() {
        register("a");
        List<OaiRecord> records = SampleRecords.many(5_000);
        store().save(new Batch("a", 1, DC, records));
        try (Census census = store().census("a")) {
            census.saw(DC.prefix(), records.stream().map(OaiRecord::identifier)
                    .filter(identifier -> !identifier.endsWith("00")).toList());
            assertThat(census.deleteMissing(1, START).deleted()).isEqualTo(49);
        }
        assertThat(store().status("a").orElseThrow()).extracting(SourceStatus::records, SourceStatus::deleted)
                .containsExactly(4_951L, 49L);
    }

    @Test
    void aTombstoneOfSomethingUnknownIsListed() {
        register("a");
        save("a", deleted(7, "s"));
        assertThat(listed(repository("a"), "s")).containsExactly("7 deleted [s]");
    }

    private static Batch derived(String source, OaiRecord marc, OaiRecord dc) {
        return new Batch(source, 1, MARC, List.of(marc)).with(new Part(DC, List.of(dc), true));
    }
}
