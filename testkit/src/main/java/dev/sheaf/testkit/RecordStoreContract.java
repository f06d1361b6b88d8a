package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Batch.Part;
import dev.sheaf.core.store.Census;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.RecordStore;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.SourceStatus;
import dev.sheaf.core.store.StoreException;
import dev.sheaf.core.store.StoredRecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Contract of every {@link RecordStore} for saving and reading records. {@link SourcesContract} covers the data of their sources. */
public abstract class RecordStoreContract extends StoreContract {

    private static final XmlFragment RIGHTS = XmlFragment.of("<r:rights xmlns:r=\"https://example.org/rights\">free</r:rights>");

    @Test
    void savedRecord_isReadBackEqual() {
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
    void unusualIdentifiersAndDatestamps_areReadBackEqual() {
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
    void largeRecord_isReadBackEqual() {
        register("a");
        OaiRecord record = live(1, "word ".repeat(500_000));
        save("a", record);
        assertThat(store().get("a", DC.prefix(), record.identifier()).orElseThrow().record().metadata())
                .isEqualTo(record.metadata());
    }

    @Test
    void counts_distinguishCreatedChangedSameAndDeletedRecords() {
        register("a");
        assertThat(save("a", live(1, "A"), live(2, "B"), deleted(3))).isEqualTo(new Counts(2, 0, 0, 1, 0));
        assertThat(save("a", live(1, "A"), live(2, "changed"), deleted(3))).isEqualTo(new Counts(0, 1, 2, 0, 0));
        assertThat(save("a", deleted(1), live(2, "changed", "in a set"), live(3, "C"))).isEqualTo(new Counts(1, 1, 0, 1, 0));
        assertThat(save("a", deleted(1, "now with a set"))).isEqualTo(new Counts(0, 1, 0, 0, 0));
    }

    @Test
    void quarantinedInput_countsAsRefused() {
        register("a");
        Batch batch = new Batch("a", 1, List.of(new Part(DC, List.of(live(1, "A")), false)),
                List.of(new Quarantined("x", "no metadata", new byte[]{1, 2}),
                        new Quarantined(null, "no identifier", new byte[0])),
                null, null);
        assertThat(store().save(batch)).isEqualTo(new Counts(1, 0, 0, 0, 2));
        assertThat(store().save(batch)).isEqualTo(new Counts(0, 0, 1, 0, 2));
    }

    @Test
    void identifierTwiceInABatch_countsTwice_andTheLastRecordIsStored() {
        register("a");
        assertThat(save("a", live(1, "first"), live(1, "second"))).isEqualTo(new Counts(1, 1, 0, 0, 0));
        assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(1)).map(stored -> brief(stored.record())))
                .contains("1 second []");
        assertThat(save("a", live(1, "second"), live(1, "second"))).isEqualTo(new Counts(0, 0, 2, 0, 0));
        assertThat(listed(repository("a"), null)).containsExactly("1 second []");
    }

    @Test
    void unchangedRecord_keepsItsDatestampAndPosition() {
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
    void batchOfUnchangedRecords_writesNothing() {
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
    void changedRecord_movesToTheEndOfEveryList() {
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
    void formatsOfAnItem_areSeparateRecords() {
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
    void equalIdentifiersOfTwoSources_areSeparateRecords() {
        register("a", "b");
        save("a", live(1, "of a"));
        save("b", live(1, "of b"));
        save("b", deleted(1));
        assertThat(listed(repository("a"), null)).containsExactly("1 of a []");
        assertThat(listed(repository("b"), null)).containsExactly("1 deleted []");
        assertThat(store().get("b", DC.prefix(), SampleRecords.identifier(1)).orElseThrow().record().deleted()).isTrue();
    }

    @Test
    void derivedRecord_isStoredButNotCounted() {
        register("a");
        assertThat(store().save(derived("a", live(1, "marc"), live(1, "made of it")))).isEqualTo(new Counts(1, 0, 0, 0, 0));
        StoredRecord made = store().get("a", DC.prefix(), SampleRecords.identifier(1)).orElseThrow();
        assertThat(made.derived()).isTrue();
        assertThat(brief(made.record())).isEqualTo("1 made of it []");
        assertThat(store().status("a").orElseThrow().records()).isOne();
    }

    @Test
    void derivedRecord_doesNotReplaceADeliveredOne() {
        register("a");
        save("a", live(1, "delivered"));
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        assertThat(listed(repository("a"), null)).containsExactly("1 delivered []");
    }

    @Test
    void derivedRecord_replacesAWithdrawnOne() {
        register("a");
        save("a", live(1, "delivered"));
        save("a", deleted(1));
        store().save(derived("a", live(1, "marc"), live(1, "made of it")));
        assertThat(listed(repository("a"), null)).containsExactly("1 made of it []");

        // The next incremental harvest delivers the deletion again, which is no change.
        long seq = store().lastSeq();
        assertThat(save("a", deleted(1))).isEqualTo(new Counts(0, 0, 1, 0, 0));
        assertThat(store().lastSeq()).isEqualTo(seq);
        save("a", live(1, "delivered again"));
        assertThat(listed(repository("a"), null)).containsExactly("1 delivered again []");
    }

    @Test
    void deliveredRecord_replacesADerivedOne() {
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
    void derivedRecord_isDeletedWithTheLastDeliveredRecordOfItsItem() {
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
    void batchForAnUnknownSource_isRefused() {
        assertThatThrownBy(() -> save("nobody", live(1, "A"))).isInstanceOf(StoreException.class).hasMessageContaining("nobody");
        assertThatThrownBy(() -> store().begin("nobody", START)).isInstanceOf(StoreException.class)
                .hasMessageContaining("nobody");
        assertThatThrownBy(() -> store().describe("nobody", new SourceDescription(null, null, null)))
                .isInstanceOf(StoreException.class).hasMessageContaining("nobody");
        assertThat(store().lastSeq()).isZero();
    }

    @Test
    void reopenedStore_hasAllItsData() {
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
    void manyRecordsOfAFormat_areReadBackEqual() {
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
    void changesOfAFormat_areListedOldestFirstWithDeletedRecords() {
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
    void changesOfSeveralFormatsComeInOneSequence() {
        register("a", "b");
        save("a", live(1, "A"), live(2, "B"));
        save("a", MARC, live(1, "A in MARC"));
        save("b", live(1, "same identifier"));
        save("a", live(2, "B changed"));

        List<StoredRecord> changes = store().changes(prefix -> true, 0, 100);
        assertThat(changes).extracting(StoredRecord::seq).isSorted().doesNotHaveDuplicates();
        assertThat(changes).extracting(stored -> stored.source() + " " + stored.prefix() + " " + brief(stored.record()))
                .containsExactly("a " + DC.prefix() + " 1 A []", "a " + MARC.prefix() + " 1 A in MARC []",
                        "b " + DC.prefix() + " 1 same identifier []", "a " + DC.prefix() + " 2 B changed []");
        assertThat(store().changes(prefix -> true, changes.getFirst().seq(), 2)).isEqualTo(changes.subList(1, 3));
        assertThat(store().changes(MARC.prefix()::equals, 0, 100)).isEqualTo(changes.subList(1, 2));
        assertThat(store().changes(prefix -> false, 0, 100)).isEmpty();
        assertThat(store().knowsFormat(MARC.prefix()::equals)).isTrue();
        assertThat(store().knowsFormat(prefix -> prefix.value().equals("unheard"))).isFalse();
    }

    @Test
    void places_containTheRecordsOfItemsInTheRequestedFormats() {
        register("a", "b");
        save("a", live(1, "A"), live(2, "B"));
        save("a", MARC, live(1, "A in MARC"));
        save("b", live(1, "same identifier"));
        save("a", deleted(2));

        List<String> identifiers = List.of(SampleRecords.identifier(1), SampleRecords.identifier(2), "unknown");
        assertThat(store().places(identifiers, prefix -> true)).containsExactlyInAnyOrderElementsOf(
                store().changes(prefix -> true, 0, 100).stream().map(stored -> new RecordStore.Place(stored.seq(),
                        new RecordStore.Copy(stored.source(), stored.prefix(), stored.record().identifier()))).toList());
        assertThat(store().places(identifiers.subList(1, 3), DC.prefix()::equals)).extracting(place -> place.copy().source())
                .containsExactly("a");
        assertThat(store().places(List.of(), prefix -> true)).isEmpty();
    }

    @Test
    void recordsAreReadByTheirNumbersInTheOrderAsked() {
        register("a");
        save("a", live(1, "A"), live(2, "B"), live(3, "C"));
        List<StoredRecord> stored = store().changes(DC.prefix(), 0, 100);
        List<Long> seqs = stored.stream().map(StoredRecord::seq).toList();

        assertThat(store().records(seqs.reversed())).isEqualTo(stored.reversed());
        save("a", live(2, "changed"));
        assertThat(store().records(seqs)).as("a version that was replaced is left out")
                .containsExactly(stored.getFirst(), stored.getLast());
        assertThat(store().records(List.of(seqs.get(1)))).isEmpty();
        assertThat(store().records(List.of())).isEmpty();
    }

    @Test
    void longRecordsAreReadInPortions() {
        register("a");
        String text = "word ".repeat(1_000_000);
        save("a", live(1, text), live(2, text), live(3, text), live(4, text), live(5, text));
        List<Long> seqs = store().places(
                List.of(1, 2, 3, 4, 5).stream().map(SampleRecords::identifier).toList(), prefix -> true)
                .stream().map(RecordStore.Place::seq).sorted().toList();
        int read = 0;
        int answers = 0;
        while (read < seqs.size()) {
            List<StoredRecord> portion = store().records(seqs.subList(read, seqs.size()));
            assertThat(portion).extracting(StoredRecord::seq).isEqualTo(seqs.subList(read, read + portion.size()));
            assertThat(portion).isNotEmpty();
            read += portion.size();
            answers++;
        }
        assertThat(answers).as("all five are longer than a portion can be").isGreaterThan(1);
    }

    @Test
    void differing_returnsTheRecordsThatSavingWouldChange() {
        register("a");
        save("a", live(1, "A"), live(2, "B"));
        Part part = new Part(DC, List.of(live(1, "A"), live(2, "changed"), live(3, "new"), deleted(1)), false);
        assertThat(store().differing("a", part)).containsExactly(1, 2, 3);
        assertThat(store().differing("a", new Part(MARC, List.of(live(1, "A")), false))).containsExactly(0);
        assertThat(store().differing("unknown", part)).containsExactly(0, 1, 2, 3);
        assertThat(store().differing("a", new Part(DC, List.of(live(1, "made"), live(3, "made")), true))).containsExactly(1);
    }

    @Test
    void known_returnsTheSourcesDatestampsOfItsRecordsInAFormat() {
        register("a", "b");
        save("a", dated(1, "A", "2024-02-03"), deleted(2));
        save("b", live(3, "C"));
        List<String> asked = List.of(live(1, "").identifier(), deleted(2).identifier(), live(3, "").identifier());
        assertThat(store().known("a", DC.prefix(), asked)).containsOnly(
                Map.entry(asked.get(0), Datestamp.received("2024-02-03")),
                Map.entry(asked.get(1), deleted(2).header().datestamp()));
        assertThat(store().known("a", MARC.prefix(), asked)).isEmpty();
        assertThat(store().known("unheard", DC.prefix(), asked)).isEmpty();
    }

    @Test
    void census_withdrawsRecordsThatWereNotSeen() {
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
    void censusClosedWithoutDeletion_changesNothing() {
        register("a");
        save("a", live(1, "A"));
        long seq = store().lastSeq();
        try (Census census = store().census("a")) {
            census.saw(DC.prefix(), List.of("something else"));
        }
        assertThat(store().lastSeq()).isEqualTo(seq);
    }

    @Test
    void censusOfManyRecords_findsTheFewVanishedOnes() {
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
    void deletedHeaderOfAnUnknownRecord_isListed() {
        register("a");
        save("a", deleted(7, "s"));
        assertThat(listed(repository("a"), "s")).containsExactly("7 deleted [s]");
    }

    private static Batch derived(String source, OaiRecord marc, OaiRecord dc) {
        return new Batch(source, 1, MARC, List.of(marc)).with(new Part(DC, List.of(dc), true));
    }
}
