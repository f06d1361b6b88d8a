package dev.sheaf.store.contract;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.store.Batch;
import dev.sheaf.store.FormatCount;
import dev.sheaf.store.StoreStatistics;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link StoreStatistics}. */
public abstract class StoreStatisticsContract extends FacetContract {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc"), "https://example.org/m.xsd",
            "urn:m");

    private StoreStatistics statistics() {
        return store().statistics();
    }

    @Test
    void emptySource_takesNothing() {
        assertThat(statistics().bytes("a")).isZero();
        assertThat(statistics().formats("a")).isEmpty();
        assertThat(statistics().ownRecords("a")).isZero();
        assertThat(statistics().bytes(UNKNOWN)).isZero();
        assertThat(statistics().formats(UNKNOWN)).isEmpty();
    }

    @Test
    void bytes_growWithTheRecords() {
        save(1, 1);
        long one = statistics().bytes("a");
        save(1, upTo(10));
        assertThat(one).isPositive();
        assertThat(statistics().bytes("a")).isGreaterThan(5 * one);
        assertThat(statistics().bytesOnDisk()).isGreaterThan(one);
    }

    @Test
    void formats_countTheItemsThatLackThem() {
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(3)));
        store().save(new Batch("a", 1, MARC, SampleRecords.many(1)));
        assertThat(statistics().formats("a")).containsExactly(new FormatCount(MARC.prefix(), 1, 2),
                new FormatCount(MetadataPrefix.OAI_DC, 3, 0));
        store().save(new Batch("a", 1, MARC, List.of(SampleRecords.deleted(0, Datestamp.parse("2025-01-01T00:00:00Z")))));
        assertThat(statistics().formats("a")).containsExactly(new FormatCount(MetadataPrefix.OAI_DC, 3, 0));
    }

    @Test
    void searchableChanges_areDublinCoreChangesAfterASequenceNumber() {
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, SampleRecords.many(3)));
        long seq = store().lastSeq();
        assertThat(statistics().searchableChangesAfter(0)).isEqualTo(3);
        assertThat(statistics().searchableChangesAfter(seq)).isZero();
        store().save(new Batch("a", 1, MARC, SampleRecords.many(2)));
        assertThat(statistics().searchableChangesAfter(seq)).as("another format").isZero();
        store().save(new Batch("a", 1, MetadataFormat.OAI_DC, List.of(SampleRecords.live(7))));
        assertThat(statistics().searchableChangesAfter(seq)).isEqualTo(1);
    }
}
