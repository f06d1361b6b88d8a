package dev.sheaf.platform.sync;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class DerivingSinkTest {

    private static final MetadataFormat MARC = new MetadataFormat(new MetadataPrefix("marc21"), "http://a.example/m.xsd",
            Namespaces.MARC21);
    private static final MetadataFormat OTHER = new MetadataFormat(new MetadataPrefix("other"), "http://a.example/o.xsd",
            "urn:other");

    @TempDir
    private Path folder;
    private final SettableClock clock = new SettableClock(Instant.parse("2024-01-01T00:00:00Z"));
    @SuppressWarnings("NullAway.Init")
    private HubStore store;
    @SuppressWarnings("NullAway.Init")
    private DerivingSink sink;

    @BeforeEach
    void open() {
        store = HubStores.open(folder, new HubIdentity("Hub", "a@example.org", "hub.example.org"), clock);
        store.put(Source.harvested("s", "http://a.example/oai"));
        store.describe("s", new SourceDescription(null, List.of(MARC, OTHER), null));
        sink = new DerivingSink(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static XmlFragment marc(String title) {
        return XmlFragment
                .of("<record xmlns=\"http://www.loc.gov/MARC21/slim\"><datafield tag=\"245\" ind1=\" \" ind2=\" \"><subfield"
                        + " code=\"a\">" + title + "</subfield></datafield></record>");
    }

    private static OaiRecord record(XmlFragment metadata) {
        return new OaiRecord(new Header("x:1", Datestamp.parse("2020-01-01"), List.of(), false), metadata);
    }

    private static OaiRecord deleted() {
        return new OaiRecord(new Header("x:1", Datestamp.parse("2020-01-01"), List.of(), true), null);
    }

    private void save(MetadataFormat format, OaiRecord record) {
        long run = sink.begin("s", clock.instant());
        sink.save(new Batch("s", run, format, List.of(record)));
    }

    private Optional<StoredRecord> oaiDc() {
        return store.get("s", MetadataPrefix.OAI_DC, "x:1");
    }

    private String text() {
        return String.valueOf(oaiDc().orElseThrow().record().metadata());
    }

    @Test
    void anItemWithoutOaiDcGetsOneThatFollowsItsRecord() {
        save(MARC, record(marc("Orlando")));
        assertThat(text()).contains("<dc:title>Orlando</dc:title>");
        assertThat(oaiDc().orElseThrow().derived()).isTrue();
        save(MARC, record(marc("The Waves")));
        assertThat(text()).contains("The Waves");
        save(MARC, deleted());
        assertThat(oaiDc().orElseThrow().record().deleted()).isTrue();
        save(MARC, record(marc("Back again")));
        assertThat(text()).contains("Back again");
    }

    @Test
    void anUnchangedRecordLeavesTheDerivedOneUntouched() {
        save(MARC, record(marc("Orlando")));
        long seq = store.lastSeq();
        save(MARC, record(marc("Orlando")));
        assertThat(store.lastSeq()).isEqualTo(seq);
    }

    @Test
    void betterUnderstoodFormat_winsInAnyOrder() {
        save(OTHER, record(XmlFragment.of("<o xmlns=\"urn:other\"><title>From other</title></o>")));
        assertThat(text()).contains("From other");
        save(MARC, record(marc("From MARC")));
        assertThat(text()).contains("From MARC");
        save(OTHER, record(XmlFragment.of("<o xmlns=\"urn:other\"><title>From other again</title></o>")));
        assertThat(text()).contains("From MARC");
    }

    @Test
    void itemThatKeepsAnotherFormat_keepsItsDerivedOaiDc() {
        save(OTHER, record(XmlFragment.of("<o xmlns=\"urn:other\"><title>From other</title></o>")));
        save(MARC, record(marc("From MARC")));
        save(MARC, deleted());
        assertThat(text()).contains("From other");
        save(OTHER, deleted());
        assertThat(oaiDc().orElseThrow().record().deleted()).isTrue();
    }

    @Test
    void aRecordOfTheSourceItselfIsNeverReplaced() {
        save(MetadataFormat.OAI_DC, record(XmlFragment.of(
                "<d:dc xmlns:d=\"http://www.openarchives.org/OAI/2.0/oai_dc/\"/>")));
        save(MARC, record(marc("From MARC")));
        assertThat(text()).doesNotContain("From MARC");
        assertThat(oaiDc().orElseThrow().derived()).isFalse();
    }

    private static OaiRecord oaiDcOf(String title) {
        return record(XmlFragment.of("<d:dc xmlns:d=\"http://www.openarchives.org/OAI/2.0/oai_dc/\" xmlns:c=\""
                + "http://purl.org/dc/elements/1.1/\"><c:title>" + title + "</c:title></d:dc>"));
    }

    private void offersOaiDc() {
        sink.describe("s", new SourceDescription(null, List.of(MARC, OTHER, MetadataFormat.OAI_DC), null));
    }

    /** A run that brings these records, format by format. */
    private void run(Object... formatsAndRecords) {
        long run = sink.begin("s", clock.instant());
        for (int i = 0; i < formatsAndRecords.length; i += 2) {
            sink.save(new Batch("s", run, (MetadataFormat) formatsAndRecords[i], List.of((OaiRecord) formatsAndRecords[i + 1])));
        }
        sink.end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
    }

    @Test
    void derivation_waitsForTheSourcesOwnFormat() {
        offersOaiDc();
        run(MARC, record(marc("Orlando")), MetadataFormat.OAI_DC, oaiDcOf("Their own"));
        assertThat(text()).contains("Their own");
        assertThat(store.lastSeq()).isEqualTo(2);
    }

    @Test
    void itemWithoutTheOfferedOaiDc_getsADerivedOneAtTheEndOfTheRun() {
        offersOaiDc();
        run(MARC, record(marc("Orlando")));
        assertThat(text()).contains("Orlando");
        long seq = store.lastSeq();
        run(MARC, record(marc("Orlando")));
        assertThat(store.lastSeq()).as("a run that brings nothing new").isEqualTo(seq);
        run(MARC, record(marc("The Waves")));
        assertThat(text()).contains("The Waves");
    }

    @Test
    void killedRun_leavesItsRemainingWorkToTheNext() {
        offersOaiDc();
        long run = sink.begin("s", clock.instant());
        sink.save(new Batch("s", run, MARC, List.of(record(marc("Orlando")))));
        assertThat(oaiDc()).isEmpty();
        sink = new DerivingSink(store);
        run();
        assertThat(text()).contains("Orlando");
    }

    @Test
    void laterOaiDcOfTheSource_replacesTheDerivedOne_untilItIsDeleted() {
        offersOaiDc();
        run(MARC, record(marc("Orlando")));
        run(MetadataFormat.OAI_DC, oaiDcOf("Their own"));
        assertThat(text()).contains("Their own");
        run(MetadataFormat.OAI_DC, deleted());
        assertThat(text()).contains("Orlando");
        assertThat(oaiDc().orElseThrow().derived()).isTrue();
        // The increment of the next day overlaps and brings the deletion again.
        long seq = store.lastSeq();
        run(MetadataFormat.OAI_DC, deleted());
        assertThat(store.lastSeq()).isEqualTo(seq);
        run(MARC, deleted());
        assertThat(oaiDc().orElseThrow().record().deleted()).isTrue();
    }

    @Test
    void recordUnreadableForCrosswalks_isWithheld_andTheOthersServed() {
        XmlFragment nested = XmlFragment.of(inMets(inMets(inMets(inMets("<mods xmlns=\"http://www.loc.gov/mods/v3\"/>")))));
        run(OTHER, record(nested));
        assertThat(oaiDc()).isEmpty();
        assertThat(store.get("s", OTHER.prefix(), "x:1")).isPresent();
        assertThat(store.derivations().withheld("s", 10)).singleElement().satisfies(one -> {
            assertThat(one.identifier()).isEqualTo("x:1");
            assertThat(one.prefix()).isEqualTo(MetadataPrefix.OAI_DC);
            assertThat(one.reason()).contains("containers");
        });
        run(OTHER, record(marc("Now it can be read")));
        assertThat(text()).contains("Now it can be read");
        assertThat(store.derivations().withheld("s")).isZero();
        run(OTHER, record(nested));
        assertThat(oaiDc().orElseThrow().record().deleted()).as("what was made of an earlier version is not served").isTrue();
        run(OTHER, deleted());
        assertThat(store.derivations().withheld("s")).isZero();
    }

    private static String inMets(String inside) {
        return "<mets xmlns=\"http://www.loc.gov/METS/\"><dmdSec ID=\"d\"><mdWrap MDTYPE=\"OTHER\"><xmlData>" + inside
                + "</xmlData></mdWrap></dmdSec></mets>";
    }
}
