package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Every record, repair and rejected record of a page is in exactly one of its portions. */
class PagePortionsTest {

    private static Repair repair(String identifier) {
        return new Repair(identifier, MetadataPrefix.OAI_DC, Repair.Kind.CHARACTERS, "1 character");
    }

    private static Batch page(List<OaiRecord> records, List<Quarantined> refused, List<Repair> repairs) {
        List<Batch.Part> parts = records.isEmpty() ? List.of() : List.of(new Batch.Part(MetadataFormat.OAI_DC, records, false));
        return new Batch("a", 1, parts, refused, null, null, repairs);
    }

    @Test
    void pageOfUsualSize_isOnePortion() {
        Batch page = page(SampleRecords.many(PagePortions.RECORDS), List.of(), List.of());

        assertThat(PagePortions.of(page)).containsExactly(page);
    }

    @Test
    void pageWithoutRecords_isOnePortion() {
        Batch page = page(List.of(), List.of(), List.of());

        assertThat(PagePortions.of(page)).containsExactly(page);
    }

    @Test
    void largePage_isCut_andRepairsStayWithTheirRecords() {
        List<OaiRecord> records = SampleRecords.many(2 * PagePortions.RECORDS + 5);
        List<Quarantined> refused = List.of(new Quarantined("oai:example.org:x", "no metadata", new byte[0]));
        Repair first = repair(SampleRecords.identifier(3));
        Repair last = repair(SampleRecords.identifier(2 * PagePortions.RECORDS + 1));
        Repair ofResponse = new Repair(null, MetadataPrefix.OAI_DC, Repair.Kind.ENCODING, "the response");

        List<Batch> portions = PagePortions.of(page(records, refused, List.of(ofResponse, first, last)));

        assertThat(portions).extracting(portion -> portion.records().count()).containsExactly((long) PagePortions.RECORDS,
                (long) PagePortions.RECORDS, 5L);
        List<OaiRecord> together = new ArrayList<>();
        portions.forEach(portion -> portion.records().forEach(together::add));
        assertThat(together).isEqualTo(records);
        assertThat(portions.get(0).repairs()).containsExactly(first);
        assertThat(portions.get(1).repairs()).isEmpty();
        assertThat(portions.get(2).repairs()).containsExactly(ofResponse, last);
        assertThat(portions).extracting(Batch::quarantined).containsExactly(List.of(), List.of(), refused);
    }

    @Test
    void fewLargeRecords_areCutByTheirBytes() {
        String title = "t".repeat(1 << 20);
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            records.add(SampleRecords.live(i, title, SampleRecords.live(i).header().datestamp()));
        }

        assertThat(PagePortions.of(page(records, List.of(), List.of()))).extracting(portion -> portion.records().count())
                .containsExactly(4L, 4L, 4L);
    }
}
