package dev.sheaf.harvester;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Every record, repair and rejected record of a page is in exactly one of its portions. */
class PagePortionsTest {

    private static Repair repair(String identifier) {
        return new Repair(identifier, MetadataPrefix.OAI_DC, Repair.Kind.CHARACTERS, "1 character");
    }

    @Test
    void pageOfUsualSize_isOnePortion() {
        Accepted page = new Accepted(SampleRecords.many(PagePortions.RECORDS), List.of(), List.of());

        assertThat(PagePortions.of(page)).containsExactly(page);
    }

    @Test
    void pageWithoutRecords_isOnePortion() {
        Accepted page = new Accepted(List.of(), List.of(), List.of());

        assertThat(PagePortions.of(page)).containsExactly(page);
    }

    @Test
    void largePage_isCut_andRepairsStayWithTheirRecords() {
        List<OaiRecord> records = SampleRecords.many(2 * PagePortions.RECORDS + 5);
        List<Quarantined> refused = List.of(new Quarantined("oai:example.org:x", "no metadata", new byte[0]));
        Repair first = repair(SampleRecords.identifier(3));
        Repair last = repair(SampleRecords.identifier(2 * PagePortions.RECORDS + 1));
        Repair ofResponse = new Repair(null, MetadataPrefix.OAI_DC, Repair.Kind.ENCODING, "the response");

        List<Accepted> portions = PagePortions.of(new Accepted(records, refused, List.of(ofResponse, first, last)));

        assertThat(portions).extracting(portion -> portion.records().size()).containsExactly(PagePortions.RECORDS,
                PagePortions.RECORDS, 5);
        List<OaiRecord> together = new ArrayList<>();
        portions.forEach(portion -> together.addAll(portion.records()));
        assertThat(together).isEqualTo(records);
        assertThat(portions.get(0).repairs()).containsExactly(first);
        assertThat(portions.get(1).repairs()).isEmpty();
        assertThat(portions.get(2).repairs()).containsExactly(ofResponse, last);
        assertThat(portions).extracting(Accepted::quarantined).containsExactly(List.of(), List.of(), refused);
    }

    @Test
    void fewLargeRecords_areCutByTheirBytes() {
        String title = "t".repeat(1 << 20);
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            records.add(SampleRecords.live(i, title, SampleRecords.live(i).header().datestamp()));
        }

        assertThat(PagePortions.of(new Accepted(records, List.of(), List.of()))).extracting(portion -> portion.records().size())
                .containsExactly(4, 4, 4);
    }
}
