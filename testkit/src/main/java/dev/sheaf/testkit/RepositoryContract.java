package dev.sheaf.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.RecordSegment;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.core.repository.SetPage;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.SourceDescription;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract tests of the repository that a {@link dev.sheaf.core.store.RecordStore} serves for one source. */
public abstract class RepositoryContract extends StoreContract {

    @Test
    void pagesOfAList_haveNoGapsAndNoRepetitions() {
        register("a");
        store().save(new Batch("a", 1, DC, SampleRecords.many(25)));
        RecordPage first = firstPage(repository("a"), DC, null, 10);
        assertThat(first.read()).hasSize(10);
        assertThat(first.size()).hasValue(25);
        assertThat(list(repository("a"), DC, null, null, FOREVER, 10)).extracting(OaiRecord::identifier)
                .containsExactlyElementsOf(IntStream.range(0, 25).mapToObj(SampleRecords::identifier).toList());
        assertThat(list(repository("a"), DC, null, null, FOREVER, 5)).hasSize(25);
        assertThat(firstPage(repository("a"), DC, null, 25).next()).isNull();
    }

    @Test
    void tenThousandRecordsOfOneSecond_areListedCompletely() {
        register("a");
        for (int i = 0; i < 10_000; i += 1_000) {
            store().save(new Batch("a", 1, DC,
                    IntStream.range(i, i + 1_000).mapToObj(n -> live(n, "T", n % 10 == 0 ? "tenth" : "other")).toList()));
        }
        List<OaiRecord> all = list(repository("a"), DC, null, null, FOREVER, 700);
        assertThat(all).extracting(record -> record.header().datestamp()).containsOnly(Datestamp.ofSecond(START));
        assertThat(all).extracting(OaiRecord::identifier)
                .containsExactlyElementsOf(IntStream.range(0, 10_000).mapToObj(SampleRecords::identifier).toList());
        assertThat(list(repository("a"), DC, "tenth", null, FOREVER, 300)).hasSize(1_000);
    }

    @Test
    void fromAndUntil_areInclusive() {
        register("a");
        for (int second = 0; second < 5; second++) {
            clock.set(START.plusSeconds(second));
            save("a", live(second, "T" + second));
        }
        Repository repository = repository("a");
        assertThat(between(repository, 1, 3)).containsExactly("1 T1 []", "2 T2 []", "3 T3 []");
        assertThat(between(repository, 4, 4)).containsExactly("4 T4 []");
        assertThat(between(repository, 5, 9)).isEmpty();
        assertThat(between(repository, 3, 1)).isEmpty();
        RecordPage counted = repository.records(query(DC, null, START.plusSeconds(1), START.plusSeconds(3), null, 1));
        assertThat(counted.size()).hasValue(3);
        assertThat(repository.records(query(DC, null, START, START.plusSeconds(4), null, 1)).size()).hasValue(5);
        assertThat(repository.records(query(DC, null, null, START.plusSeconds(3), null, 1)).size()).hasValue(4);
    }

    private static List<String> between(Repository repository, int first, int last) {
        return brief(list(repository, DC, null, START.plusSeconds(first), START.plusSeconds(last), 2));
    }

    @Test
    void set_containsTheRecordsOfItsDescendants() {
        register("a");
        save("a", live(1, "A", "x"), live(2, "B", "x:y"), live(3, "C", "x:y:z", "x:y"), live(4, "D", "xy"), live(5, "E"));
        assertThat(listed(repository("a"), "x")).containsExactly("1 A [x]", "2 B [x:y]", "3 C [x:y, x:y:z]");
        assertThat(listed(repository("a"), "x:y")).containsExactly("2 B [x:y]", "3 C [x:y, x:y:z]");
        assertThat(listed(repository("a"), "x:y:z")).containsExactly("3 C [x:y, x:y:z]");
        assertThat(listed(repository("a"), "y")).isEmpty();
        assertThat(listed(repository("a"), "")).isEmpty();
        assertThat(firstPage(repository("a"), DC, "x", 1).size()).hasValue(3);
    }

    @Test
    void recordThatLeftASet_isListedThereAsDeletedUntilItReturns() {
        register("a");
        save("a", live(1, "A", "x:y", "z"));
        clock.advance(Duration.ofSeconds(10));
        save("a", live(1, "A", "x:w"));
        assertThat(listed(repository("a"), "x:y")).containsExactly("1 deleted [x:y]");
        assertThat(listed(repository("a"), "z")).containsExactly("1 deleted [z]");
        assertThat(listed(repository("a"), "x")).containsExactly("1 A [x:w]");
        assertThat(listed(repository("a"), null)).containsExactly("1 A [x:w]");
        assertThat(list(repository("a"), DC, "z", START.plusSeconds(10), FOREVER, 5)).hasSize(1);

        save("a", live(1, "changed", "x:w"));
        assertThat(listed(repository("a"), "z")).containsExactly("1 deleted [z]");
        save("a", live(1, "changed", "z"));
        assertThat(listed(repository("a"), "z")).containsExactly("1 changed [z]");
        assertThat(listed(repository("a"), "x:w")).containsExactly("1 deleted [x:w]");
        assertThat(listed(aggregate(), "a:x")).containsExactly("1 deleted [a:x]");
    }

    @Test
    void withdrawnRecord_isListedAsDeletedHeaderInAllItsLists() {
        register("a");
        save("a", live(1, "A", "x:y", "z"));
        save("a", deleted(1, "z"));
        assertThat(listed(repository("a"), null)).containsExactly("1 deleted [z]");
        assertThat(listed(repository("a"), "z")).containsExactly("1 deleted [z]");
        assertThat(listed(repository("a"), "x")).containsExactly("1 deleted [x]");
        assertThat(listed(repository("a"), "x:y")).containsExactly("1 deleted [x:y]");
        assertThat(repository("a").record(SampleRecords.identifier(1), DC.prefix()).orElseThrow().deleted()).isTrue();
        assertThat(firstPage(repository("a"), DC, "x", 9).size()).hasValue(1);
        save("a", live(1, "back", "x:y"));
        assertThat(listed(repository("a"), "x")).containsExactly("1 back [x:y]");
        assertThat(listed(repository("a"), "z")).containsExactly("1 deleted [z]");
    }

    @Test
    void listWithoutDeletions_hasFullPagesOfLiveRecords() {
        register("a");
        Random random = new Random(20);
        for (int step = 0; step < 60; step++) {
            clock.advance(Duration.ofSeconds(random.nextInt(3)));
            OaiRecord[] batch = new OaiRecord[1 + random.nextInt(12)];
            for (int i = 0; i < batch.length; i++) {
                int number = step % 3 * 40 + i;
                String set = random.nextBoolean() ? "x:y" : "z";
                batch[i] = random.nextInt(3) == 0 ? deleted(number, set) : live(number, "T" + step, set);
            }
            save("a", batch);
            if (step % 10 == 9 || step == 0) {
                for (Repository repository : List.of(repository("a"), aggregate())) {
                    String prefix = repository.hasSets() && repository.sets(null, 1).sets().getFirst().spec().value().equals("a")
                            ? "a:"
                            : "";
                    for (String set : Arrays.asList(null, prefix + "x", prefix + "x:y", prefix + "z")) {
                        isLiveListOf(repository, set, null);
                        isLiveListOf(repository, set, START.plusSeconds(20));
                    }
                }
            }
        }
    }

    private static void isLiveListOf(Repository repository, @Nullable String set, @Nullable Instant from) {
        List<OaiRecord> live = list(repository, DC, set, from, FOREVER, 7).stream().filter(record -> !record.deleted()).toList();
        SetSpec spec = set == null ? null : new SetSpec(set);
        for (int limit : new int[]{1, 3, 20, 500}) {
            for (boolean headersOnly : new boolean[]{true, false}) {
                List<OaiRecord> found = new ArrayList<>();
                Position after = null;
                do {
                    RecordPage page = repository
                            .records(new RecordQuery(DC.prefix(), from, FOREVER, spec, after, limit, headersOnly, true));
                    List<OaiRecord> records = page.read();
                    assertThat(page.entries()).isEqualTo(records.size()).isLessThanOrEqualTo(limit);
                    assertThat(page.isEmpty()).isEqualTo(live.isEmpty());
                    if (after == null) {
                        assertThat(page.size()).hasValue(live.size());
                    }
                    found.addAll(records);
                    after = page.next();
                } while (after != null);
                assertThat(found).extracting(OaiRecord::header)
                        .containsExactlyElementsOf(live.stream().map(OaiRecord::header).toList());
                assertThat(found).noneMatch(OaiRecord::deleted);
                if (!headersOnly) {
                    assertThat(found).containsExactlyElementsOf(live);
                }
            }
        }
    }

    @Test
    void segmentsWithAndWithoutDeletions_haveDifferentFingerprints() {
        register("a");
        save("a", live(1, "A", "x"), live(2, "B", "x"), live(3, "C", "x"));
        save("a", deleted(2, "x"), live(3, "C", "y"));
        for (String set : Arrays.asList(null, "x")) {
            SetSpec spec = set == null ? null : new SetSpec(set);
            List<String> fingerprints = new ArrayList<>();
            for (boolean liveOnly : new boolean[]{true, false}) {
                RecordPage page = repository("a")
                        .records(new RecordQuery(DC.prefix(), null, FOREVER, spec, null, 10, false, liveOnly));
                switch (page) {
                    case RecordPage.Records _ -> {
                    }
                    case RecordPage.Segments inSegments -> inSegments.segments().stream().map(RecordSegment::fingerprint)
                            .filter(fingerprint -> !fingerprint.isEmpty()).forEach(fingerprints::add);
                }
            }
            assertThat(fingerprints).doesNotHaveDuplicates();
        }
    }

    @Test
    void headersOnlyQuery_returnsNoMetadata() {
        register("a");
        save("a", about(live(1, "A", "s"), "<x xmlns=\"urn:x\"/>"), deleted(2));
        List<OaiRecord> headers = repository("a")
                .records(new RecordQuery(DC.prefix(), null, FOREVER, null, null, 10, true)).read();
        assertThat(headers).extracting(OaiRecord::header)
                .containsExactlyElementsOf(list(repository("a"), DC, null).stream().map(OaiRecord::header).toList());
        assertThat(headers).allSatisfy(record -> {
            assertThat(record.metadata()).isNull();
            assertThat(record.about()).isEmpty();
        });
    }

    @Test
    void record_isFoundByIdentifierAndFormat() {
        register("a");
        OaiRecord record = about(live(1, "A", "s"), "<x xmlns=\"urn:x\"/>");
        save("a", record);
        OaiRecord found = repository("a").record(record.identifier(), DC.prefix()).orElseThrow();
        assertThat(found.metadata()).isEqualTo(record.metadata());
        // A repository that adds provenance of its own adds it beside the received containers.
        assertThat(found.about()).containsAll(record.about());
        assertThat(found.header().datestamp()).isEqualTo(Datestamp.ofSecond(START));
        assertThat(repository("a").record(record.identifier(), MARC.prefix())).isEmpty();
        assertThat(repository("a").record("oai:example.org:2", DC.prefix())).isEmpty();
    }

    @Test
    void formats_areThoseOfTheStoredRecordsAndOaiDc() {
        register("a");
        assertThat(repository("a").formats()).containsExactly(MetadataFormat.OAI_DC);
        save("a", MARC, live(1, "A"), live(2, "B"), deleted(3));
        save("a", live(1, "A"));
        save("a", MARC, deleted(2));
        assertThat(repository("a").formats()).containsExactlyInAnyOrder(MetadataFormat.OAI_DC, MARC);
        assertThat(repository("a").formats(SampleRecords.identifier(1)).orElseThrow())
                .containsExactlyInAnyOrder(MetadataFormat.OAI_DC, MARC);
        assertThat(repository("a").formats(SampleRecords.identifier(3))).hasValue(List.of());
        assertThat(repository("a").formats("unknown")).isEmpty();
        save("a", new MetadataFormat(MARC.prefix(), "https://example.org/other.xsd", ""), live(9, "new schema"));
        assertThat(repository("a").formats())
                .contains(new MetadataFormat(MARC.prefix(), "https://example.org/other.xsd", MARC.namespace()));
    }

    @Test
    void illegalPrefix_isServedInALegalForm() {
        register("a");
        MetadataFormat odd = new MetadataFormat(new MetadataPrefix("marc 21/x"), "", "");
        save("a", odd, live(1, "A"));
        MetadataPrefix served = repository("a").formats().stream().map(MetadataFormat::prefix)
                .filter(prefix -> !prefix.equals(DC.prefix())).findFirst().orElseThrow();
        assertThat(served.isLegal()).isTrue();
        assertThat(repository("a").record(SampleRecords.identifier(1), served)).isPresent();
        assertThat(brief(list(repository("a"), new MetadataFormat(served, "", ""), null))).containsExactly("1 A []");
        assertThat(store().get("a", odd.prefix(), SampleRecords.identifier(1))).isPresent();
    }

    @Test
    void sets_areThoseOfTheDescriptionAndOfRecordsWithTheirAncestors() {
        register("a");
        assertThat(repository("a").hasSets()).isFalse();
        XmlFragment description = XmlFragment.of("<d xmlns=\"urn:d\"/>");
        store().describe("a", new SourceDescription(null, null,
                List.of(new OaiSet(new SetSpec("b"), "The Bs", List.of(description)), new OaiSet(new SetSpec("empty"), ""))));
        save("a", live(1, "A", "b:c:d"), live(2, "B", "a"));
        Repository repository = repository("a");
        assertThat(repository.hasSets()).isTrue();
        SetPage all = repository.sets(null, 100);
        assertThat(all.sets()).extracting(set -> set.spec().value() + "=" + set.name())
                .containsExactly("a=a", "b=The Bs", "b:c=b:c", "b:c:d=b:c:d", "empty=empty");
        assertThat(all.sets().get(1).descriptions()).containsExactly(description);
        assertThat(all.more()).isFalse();
        assertThat(all.total()).isEqualTo(5);
        SetPage middle = repository.sets("a", 2);
        assertThat(middle.sets()).extracting(set -> set.spec().value()).containsExactly("b", "b:c");
        assertThat(middle.more()).isTrue();
        assertThat(repository.sets("b:c", 2).more()).isFalse();

        store().describe("a", new SourceDescription(null, null, List.of()));
        assertThat(repository.sets(null, 9).sets()).extracting(set -> set.spec().value() + "=" + set.name())
                .containsExactly("a=a", "b=b", "b:c=b:c", "b:c:d=b:c:d");
    }

    @Test
    void illegalSetSpec_isServedInALegalFormThatCanBeRequested() {
        register("a");
        List<String> odd = List.of("Open Access", "Open!2FAccess", "über:größe", "a::b", ":", "", "a:", "x/y", "!", "100%",
                "!2 ");
        for (int i = 0; i < odd.size(); i++) {
            save("a", live(i, "T" + i, odd.get(i)));
        }
        for (int i = 0; i < odd.size(); i++) {
            OaiRecord served = repository("a").record(SampleRecords.identifier(i), DC.prefix()).orElseThrow();
            SetSpec spec = served.header().sets().getFirst();
            assertThat(spec.isLegal()).as(spec.value()).isTrue();
            assertThat(list(repository("a"), DC, spec.value())).as(spec.value()).contains(served);
            assertThat(store().get("a", DC.prefix(), SampleRecords.identifier(i)).orElseThrow().record().header().sets())
                    .containsExactly(new SetSpec(odd.get(i)));
        }
        assertThat(list(repository("a"), DC, null)).extracting(record -> record.header().sets()).doesNotHaveDuplicates()
                .as("a legal name is not touched").contains(List.of(new SetSpec("Open!2FAccess")));
        // If a set has the replacement of another set's illegal name, both are one.
        save("a", live(odd.size(), "T", "Open!20Access"));
        assertThat(list(repository("a"), DC, "Open!20Access")).hasSize(2);
        assertThat(repository("a").sets(null, 100).sets()).allSatisfy(set -> assertThat(set.spec().isLegal()).isTrue());
        assertThat(aggregate().sets(null, 100).sets()).allSatisfy(set -> assertThat(set.spec().isLegal()).isTrue());
    }

    @Test
    void mirror_hasTheDescriptionOfItsSource() {
        register("a");
        RepositoryDescription before = repository("a").describe();
        assertThat(before.earliestDatestamp()).isEqualTo(Datestamp.ofSecond(START));
        XmlFragment description = XmlFragment.of("<eprints xmlns=\"http://www.openarchives.org/OAI/1.1/eprints\"/>");
        store().describe("a", new SourceDescription(new RepositoryDescription("Archive A", "https://a.example.org/oai", "2.0",
                List.of("not an address", "admin@a.example.org"), Datestamp.parse("1999-01-01"), "no", "YYYY-MM-DD", List.of(),
                List.of(description)), null, null));
        clock.advance(Duration.ofHours(1));
        save("a", live(1, "A"));
        clock.advance(Duration.ofHours(1));
        save("a", live(2, "B"));

        RepositoryDescription told = repository("a").describe();
        assertThat(told.repositoryName()).isEqualTo("Archive A");
        assertThat(told.baseUrl()).isEqualTo("https://hub.example.org/oai/a");
        assertThat(told.protocolVersion()).isEqualTo("2.0");
        assertThat(told.adminEmails()).containsExactly("admin@a.example.org");
        assertThat(told.earliestDatestamp()).isEqualTo(Datestamp.ofSecond(START.plusSeconds(3_600)));
        assertThat(told.deletedRecord()).isEqualTo("persistent");
        assertThat(told.granularityText()).isEqualTo("YYYY-MM-DDThh:mm:ssZ");
        assertThat(told.descriptions()).hasSize(2).first().isEqualTo(description);
        assertThat(told.descriptions().getLast().toString()).contains("Mirror of Archive A");
    }

    @Test
    void datestamps_areWholeSecondsOfSaving_andNeverDecrease() {
        register("a");
        clock.set(START.plusMillis(999));
        save("a", live(1, "A"));
        clock.set(START.minusSeconds(3_600));
        save("a", live(2, "B"));
        assertThat(list(repository("a"), DC, null)).extracting(record -> record.header().datestamp())
                .containsExactly(Datestamp.ofSecond(START), Datestamp.ofSecond(START));
        assertThat(repository("a").settled()).isEqualTo(START);
    }

    @Test
    void settledTimeWithoutAWriter_isThePresentSecond() {
        register("a");
        clock.set(START.plusMillis(10_500));
        assertThat(repository("a").settled()).isEqualTo(START.plusSeconds(10));
        save("a", live(1, "A"));
        assertThat(aggregate().settled()).isEqualTo(START.plusSeconds(10));
    }

    @Test
    void recordSavedAfterTheClockWasSetBack_isDatedAtTheSettledTimeOrLater() {
        register("a");
        Instant given = repository("a").settled();
        clock.set(given.minusSeconds(1_000));
        reopen();
        assertThat(repository("a").settled()).isEqualTo(given);
        save("a", live(1, "A"));
        assertThat(list(repository("a"), DC, null)).extracting(record -> record.header().datestamp())
                .containsExactly(Datestamp.ofSecond(given));
    }

    @Test
    void emptyList_hasSizeZero() {
        register("a");
        save("a", live(1, "A"));
        assertThat(firstPage(repository("a"), DC, null, 1).total()).isEqualTo(1);
        assertThat(firstPage(repository("a"), MARC, null, 1).total()).isZero();
        assertThat(firstPage(repository("a"), DC, "unknown", 1).total()).isZero();
    }
}
