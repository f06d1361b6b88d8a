package dev.sheaf.store.contract;

import java.util.List;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Quarantined;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.Source;
import dev.sheaf.store.records.Repairs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Contract of {@link Repairs}. */
public abstract class RepairsContract extends FacetContract {

    private static final Repair AMPERSAND = repair("oai:a:1", Repair.Kind.UNESCAPED, "an ampersand was escaped");

    private static final MetadataFormat OTHER = new MetadataFormat(new MetadataPrefix("other"), "https://example.org/x.xsd",
            "https://example.org/x");

    private static Repair repair(String identifier, Repair.Kind kind, String what) {
        return new Repair(identifier, MetadataPrefix.OAI_DC, kind, what);
    }

    private static OaiRecord record(int number, String title) {
        return new OaiRecord(new Header("oai:a:" + number, Datestamp.received("2024-01-01"), List.of(), false),
                XmlFragment.of("<t xmlns=\"urn:t\">" + title + "</t>"));
    }

    private void save(long run, List<OaiRecord> records, Repair... repairs) {
        store().save(new Batch("a", run, List.of(new Batch.Part(MetadataFormat.OAI_DC, records, false)), List.of(), null, null,
                List.of(repairs)));
    }

    @Test
    void repairOfARecord_isStored() {
        save(1, List.of(record(1, "A"), record(2, "B")), AMPERSAND);
        assertThat(store().repairs().of("a", MetadataPrefix.OAI_DC, "oai:a:1")).containsExactly(AMPERSAND);
        assertThat(store().repairs().of("a", MetadataPrefix.OAI_DC, "oai:a:2")).isEmpty();
        assertThat(store().repairs().tally("a")).isEqualTo(new Repairs.Tally(1, 0));
    }

    @Test
    void unchangedRecordThatComesAgain_keepsOneRowForEachKindOfRepair() {
        save(1, List.of(record(1, "A")), AMPERSAND);
        Repair elsewhere = repair("oai:a:1", Repair.Kind.UNESCAPED, "an ampersand was escaped, at another place");
        save(2, List.of(record(1, "A")), elsewhere);
        assertThat(store().repairs().of("a", 10)).containsExactly(elsewhere);
    }

    @Test
    void changedRecordWithoutFaults_losesItsRepair() {
        save(1, List.of(record(1, "A"), record(2, "B")), AMPERSAND, repair("oai:a:2", Repair.Kind.CHARACTERS, "x"));
        save(2, List.of(record(1, "changed"), record(2, "B")));
        assertThat(store().repairs().of("a", 10)).extracting(Repair::identifier).containsExactly("oai:a:2");
    }

    @Test
    void changedRecord_replacesTheRepairsOfItsFormerVersion() {
        save(1, List.of(record(1, "A")), AMPERSAND);
        Repair other = repair("oai:a:1", Repair.Kind.ENTITY, "&nbsp; became a character");
        save(2, List.of(record(1, "changed")), other);
        assertThat(store().repairs().of("a", 10)).containsExactly(other);
    }

    @Test
    void repairOfAResponse_doesNotCountAsRepairOfARecord() {
        Repair around = new Repair(null, MetadataPrefix.OAI_DC, Repair.Kind.AROUND, "text behind the document was left out");
        save(1, List.of(record(1, "A")), around);
        assertThat(store().repairs().of("a", 10)).containsExactly(around);
        assertThat(store().repairs().tally("a").repaired()).isZero();
    }

    @Test
    void equalBytesInSeveralRuns_areQuarantinedOnce() {
        byte[] raw = "<record>".getBytes(UTF_8);
        for (int run = 1; run <= 2; run++) {
            store().save(new Batch("a", run, List.of(), List.of(new Quarantined("oai:a:1", "byte " + run, raw)), null, null));
        }
        assertThat(store().repairs().quarantined("a", 10)).singleElement().extracting(Quarantined::reason).isEqualTo("byte 2");
        assertThat(store().repairs().tally("a").quarantined()).isOne();
    }

    private void quarantine(long run, MetadataFormat format, List<OaiRecord> records, boolean derived,
            Quarantined... quarantined) {
        store().save(new Batch("a", run, List.of(new Batch.Part(format, records, derived)), List.of(quarantined), null, null));
    }

    private List<String> inQuarantine() {
        return store().repairs().quarantined("a", 10).stream().map(one -> String.valueOf(one.identifier())).sorted().toList();
    }

    @Test
    void recordThatArrivesWithoutFaults_leavesTheQuarantine() {
        save(1, List.of(record(1, "A")));
        quarantine(1, MetadataFormat.OAI_DC, List.of(record(3, "C")), false, refused("oai:a:1", 1), refused("oai:a:2", 2),
                new Quarantined(null, "no identifier", new byte[]{3}));
        quarantine(2, OTHER, List.of(record(1, "A")), false);
        quarantine(2, MetadataFormat.OAI_DC, List.of(record(2, "made of another")), true);
        assertThat(inQuarantine()).as("they were refused in oai_dc").containsExactly("null", "oai:a:1", "oai:a:2");

        quarantine(1, MetadataFormat.OAI_DC, List.of(record(1, "A"), record(3, "C")), false);
        assertThat(inQuarantine()).as("unchanged, and in the same run").containsExactly("null", "oai:a:2");
        OaiRecord deleted = new OaiRecord(new Header("oai:a:2", Datestamp.received("2024-02-01"), List.of(), true), null);
        quarantine(3, MetadataFormat.OAI_DC, List.of(deleted), false);
        assertThat(inQuarantine()).containsExactly("null");
    }

    @Test
    void recordRefusedInAnUnknownFormat_leavesTheQuarantineInALaterRun() {
        store().save(new Batch("a", 1, List.of(), List.of(refused("oai:a:1", 1)), null, null));
        quarantine(1, OTHER, List.of(record(1, "A")), false);
        assertThat(inQuarantine()).containsExactly("oai:a:1");
        quarantine(2, OTHER, List.of(record(1, "A")), false);
        assertThat(inQuarantine()).isEmpty();
    }

    @Test
    void recordOnceGoodAndOnceBadOnOnePage_staysInQuarantine() {
        quarantine(1, OTHER, List.of(record(1, "A")), false, refused("oai:a:1", 1));
        assertThat(inQuarantine()).containsExactly("oai:a:1");
    }

    private static Quarantined refused(String identifier, int raw) {
        return new Quarantined(identifier, "no metadata", new byte[]{(byte) raw});
    }

    @Test
    void removedSource_losesItsRepairs() {
        save(1, List.of(record(1, "A")), AMPERSAND);
        store().remove("a", false);
        store().put(Source.harvested("a", "https://example.org/oai"));
        assertThat(store().repairs().of("a", 10)).isEmpty();
    }
}
