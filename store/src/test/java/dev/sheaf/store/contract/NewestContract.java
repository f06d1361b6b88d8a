package dev.sheaf.store.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.HubStore;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link HubStore#newest} and {@link HubStore#changeMark}. */
public abstract class NewestContract extends FacetContract {

    /** Attempts to see the mark stay while others work on the same server. */
    private static final int ATTEMPTS = 100;

    private static OaiRecord entry(int number) {
        return new OaiRecord(new Header(identifier(number), Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">" + number + "</t>"));
    }

    private List<String> fromTheEnd(String id, @Nullable SetSpec set, int limit) {
        List<String> read = new ArrayList<>();
        Position before = null;
        do {
            RecordPage.Records page = store().newest(id, MetadataPrefix.OAI_DC, set, before, limit).orElseThrow();
            assertThat(page.records()).hasSizeLessThanOrEqualTo(limit);
            page.records().forEach(record -> read.add(record.identifier() + (record.deleted() ? " deleted" : "")));
            before = page.next();
        } while (before != null);
        return read;
    }

    private List<String> listed(String id) {
        RecordPage page = (id.equals(Aggregate.EVERYTHING)
                ? store().aggregate("http://hub.example.org/oai")
                : store().repository(id, "http://hub.example.org/oai/" + id).orElseThrow())
                .records(new RecordQuery(MetadataPrefix.OAI_DC, null, clock.instant(), null, null, 5_000, false));
        List<String> all = new ArrayList<>();
        page.read().forEach(record -> all.add(record.identifier() + (record.deleted() ? " deleted" : "")));
        Collections.reverse(all);
        return all;
    }

    @Test
    void listsReadFromTheEnd_areTheListsInReverse_alsoInsideOfListBlocks() {
        long run = completeRun(START);
        save(run, upTo(700));
        clock.advance(Duration.ofSeconds(5));
        save(run, 701, 702);
        String gone = entry(300).identifier();
        store().save(new Batch("a", run, MetadataFormat.OAI_DC,
                List.of(new OaiRecord(new Header(gone, entry(300).header().datestamp(), List.of(), true), null))));

        for (String id : List.of("a", Aggregate.EVERYTHING)) {
            List<String> expected = listed(id);
            assertThat(expected).hasSize(702);
            assertThat(expected.getFirst()).endsWith(gone + " deleted");
            assertThat(fromTheEnd(id, null, 7)).isEqualTo(expected);
            assertThat(fromTheEnd(id, null, 702)).isEqualTo(expected);
            assertThat(fromTheEnd(id, null, 1_000)).isEqualTo(expected);
        }
    }

    @Test
    void recordThatChangesBetweenTwoPages_isReadOnceAtItsFormerPlace() {
        long run = completeRun(START);
        save(run, upTo(10));
        RecordPage.Records first = store().newest("a", MetadataPrefix.OAI_DC, null, null, 4).orElseThrow();
        // The entry at the position goes.
        store().save(new Batch("a", run, MetadataFormat.OAI_DC,
                List.of(new OaiRecord(new Header(entry(7).identifier(), entry(7).header().datestamp(), List.of(), true),
                        null))));

        RecordPage.Records second = store().newest("a", MetadataPrefix.OAI_DC, null, first.next(), 4).orElseThrow();

        assertThat(first.records()).extracting(OaiRecord::identifier).containsExactly(entry(10).identifier(),
                entry(9).identifier(), entry(8).identifier(), entry(7).identifier());
        assertThat(second.records()).extracting(OaiRecord::identifier).containsExactly(entry(6).identifier(),
                entry(5).identifier(), entry(4).identifier(), entry(3).identifier());
    }

    @Test
    void unknownRepository_isEmpty_andAnUnknownSetHasNoEntries() {
        save(completeRun(START), 1);

        assertThat(store().newest(UNKNOWN, MetadataPrefix.OAI_DC, null, null, 5)).isEmpty();
        assertThat(fromTheEnd("a", new SetSpec("no:such"), 5)).isEmpty();
        assertThat(store().newest("a", new MetadataPrefix("none"), null, null, 5).orElseThrow().records()).isEmpty();
    }

    @Test
    void changeMark_staysWithoutAChange_andIsAnotherOneAfterEachChange() {
        long run = completeRun(START);
        // Work in other databases of the same server may change the mark, but not each time.
        String before = "";
        boolean stays = false;
        for (int i = 0; i < ATTEMPTS && !stays; i++) {
            before = store().changeMark();
            stays = store().changeMark().equals(before) && store().lastSeq() >= 0 && store().changeMark().equals(before);
        }
        assertThat(stays).as("the mark stays without a change and after reading").isTrue();

        save(run, 1);
        String saved = store().changeMark();
        assertThat(saved).isNotEqualTo(before);
        store().put(Source.harvested("a", "https://b.example.org/oai"));
        assertThat(store().changeMark()).isNotEqualTo(saved);
    }

    @Test
    void changeMark_isAnotherOneAfterAChangeByAnotherProcess() {
        save(completeRun(START), 1);
        String before = store().changeMark();
        try (HubStore other = open(dataDir, clock)) {
            other.save(new Batch("a", other.begin("a", START), MetadataFormat.OAI_DC, List.of(entry(2))));
        }

        assertThat(store().changeMark()).isNotEqualTo(before);
    }
}
