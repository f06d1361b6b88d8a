package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Repair;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.core.xml.ProvenanceReader;
import dev.sheaf.core.xml.ProvenanceWriter;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

/** Served records name their origin in provenance containers; every response that is looked at is valid. */
class ServedProvenanceTest {

    private static final String BASE_URL = "https://a.example.org/oai";
    private static final Datestamp HARVESTED = Datestamp.received("2025-02-28T23:59:58Z");
    private static final MetadataPrefix OAI_DC = MetadataPrefix.OAI_DC;

    @TempDir
    private Path data;
    @SuppressWarnings("NullAway.Init")
    private ServingHub hub;

    @BeforeEach
    void start() throws ServerStartException {
        hub = new ServingHub(data, settings -> settings);
        hub.store().put(Source.harvested("a", BASE_URL));
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private void harvest(MetadataFormat format, boolean derived, List<Repair> repairs, OaiRecord... records) {
        hub.store().save(new Batch("a", 1, List.of(new Batch.Part(format, List.of(records), derived)), List.of(), HARVESTED, null,
                repairs));
    }

    private void harvest(OaiRecord... records) {
        harvest(MetadataFormat.OAI_DC, false, List.of(), records);
    }

    private OaiRecord served(String path) throws IOException, InterruptedException {
        return ServingHub.records(ServingHub.read(hub.get(path + "?verb=ListRecords&metadataPrefix=oai_dc"))).getFirst();
    }

    private static @Nullable Provenance provenance(OaiRecord record) {
        List<Provenance> found = record.about().stream().map(ProvenanceReader::read).flatMap(Optional::stream).toList();
        assertThat(found).hasSizeLessThan(2);
        return found.isEmpty() ? null : found.getFirst();
    }

    private static OaiRecord dated(String datestamp, XmlFragment... abouts) {
        return new OaiRecord(new Header(SampleRecords.identifier(1), Datestamp.received(datestamp), List.of(), false),
                SampleRecords.dublinCore(1, "One"), List.of(abouts));
    }

    private static Provenance hop(String datestamp, String namespace, boolean altered, @Nullable Provenance origin) {
        return new Provenance(BASE_URL, SampleRecords.identifier(1), Datestamp.received(datestamp), namespace, HARVESTED, altered,
                origin);
    }

    @Test
    void harvestedRecord_hasProvenance_inMirrorAndAggregate() throws IOException, InterruptedException {
        harvest(dated("2024-05-06"));
        Provenance expected = hop("2024-05-06", MetadataFormat.OAI_DC.namespace(), false, null);
        for (String path : List.of("/oai", "/oai/a")) {
            assertThat(provenance(served(path))).as(path).isEqualTo(expected);
        }
        OaiRecord one = ServingHub.records(hub.ask("verb=ListRecords&metadataPrefix=oai_dc")).getFirst();
        assertThat(ServingHub.text(hub.get("/oai/a?verb=GetRecord&metadataPrefix=oai_dc&identifier=" + one.identifier())))
                .contains(one.about().getFirst().toString());
        assertThat(hub.store().get("a", OAI_DC, one.identifier()).orElseThrow().record().about()).as("as received").isEmpty();
    }

    @Test
    void provenanceOfTheSource_isNested_andOtherContainersAreKept() throws IOException, InterruptedException {
        XmlFragment rights = ContainerWriter.write(new Rights.Reference("https://example.org/by"));
        Provenance before = new Provenance("https://x.example.org/oai", "x:1", Datestamp.received("2001-01-01"), "urn:x",
                Datestamp.received("2002-02-02T02:02:02Z"), true, null);
        harvest(dated("2024-05-06T00:00:00Z", rights, ProvenanceWriter.write(before)));
        OaiRecord served = served("/oai");
        assertThat(provenance(served))
                .isEqualTo(hop("2024-05-06T00:00:00Z", MetadataFormat.OAI_DC.namespace(), false, before));
        assertThat(served.about()).hasSize(2).contains(rights);
    }

    @Test
    void localAndDeletedRecords_haveNoProvenance() throws IOException, InterruptedException {
        hub.store().put(Source.imported("local", "Local"));
        hub.store().save(new Batch("local", 1, MetadataFormat.OAI_DC, List.of(dated("2024-05-06"))));
        assertThat(served("/oai/local").about()).isEmpty();
        harvest(SampleRecords.deleted(2, Datestamp.received("2024-05-06")));
        assertThat(served("/oai/a").deleted()).isTrue();
    }

    @Test
    void repairedRecord_isAltered_untilItArrivesUndamaged() throws IOException, InterruptedException {
        harvest(MetadataFormat.OAI_DC, false,
                List.of(new Repair(SampleRecords.identifier(1), OAI_DC, Repair.Kind.ENTITY, "an entity")), dated("2024-05-06"));
        assertThat(provenance(served("/oai/a"))).isEqualTo(hop("2024-05-06", MetadataFormat.OAI_DC.namespace(), true, null));
        harvest(new OaiRecord(dated("2024-05-06").header(), SampleRecords.dublinCore(1, "Another")));
        assertThat(provenance(served("/oai/a"))).isEqualTo(hop("2024-05-06", MetadataFormat.OAI_DC.namespace(), false, null));
    }

    @Test
    void derivedRecord_isAltered_andNamesTheHarvestedFormat() throws IOException, InterruptedException {
        harvest(new MetadataFormat(new MetadataPrefix("own"), "https://a.example.org/own.xsd", "urn:own"), false, List.of(),
                new OaiRecord(dated("2024-05-06").header(), XmlFragment.of("<own xmlns=\"urn:own\"/>")));
        harvest(MetadataFormat.OAI_DC, true, List.of(), dated("2024-05-06"));
        assertThat(provenance(served("/oai/a"))).isEqualTo(hop("2024-05-06", "urn:own", true, null));
    }

    @Test
    void dublinCoreOfAnEarlyProtocol_isAltered_whenItsContainerIsNew() throws IOException, InterruptedException {
        hub.store().describe("a", new SourceDescription(new RepositoryDescription("A", BASE_URL, "1.1",
                List.of("a@example.org"), Datestamp.received("1970-01-01"), "transient", "YYYY-MM-DD", List.of(), List.of()),
                null,
                null));
        harvest(dated("2001-05-06"));
        assertThat(provenance(served("/oai/a"))).isEqualTo(hop("2001-05-06", "http://purl.org/dc/elements/1.1/", true, null));
    }

    @Test
    void unchangedRecord_keepsItsHarvestDate_andItsFormerBaseUrl() throws IOException, InterruptedException {
        harvest(dated("2024-05-06"));
        hub.store().put(Source.harvested("a", "https://new.example.org/oai"));
        hub.clock.set(ServingHub.START.plusSeconds(1_000));
        hub.store().save(new Batch("a", 2,
                List.of(new Batch.Part(MetadataFormat.OAI_DC, List.of(dated("2025-03-01"), SampleRecords.live(2)), false)),
                List.of(), Datestamp.ofSecond(Instant.parse("2025-03-01T12:10:00Z")), null));
        List<OaiRecord> records = hub.list("a", "ListRecords", "&metadataPrefix=oai_dc");
        assertThat(provenance(records.getFirst()))
                .isEqualTo(hop("2024-05-06", MetadataFormat.OAI_DC.namespace(), false, null));
        Provenance later = Objects.requireNonNull(provenance(records.getLast()));
        assertThat(later.baseUrl()).isEqualTo("https://new.example.org/oai");
        assertThat(later.harvestDate().text()).isEqualTo("2025-03-01T12:10:00Z");
    }

    @Test
    void recordsOfARemovedSource_keepTheirProvenance() throws IOException, InterruptedException {
        harvest(dated("2024-05-06"));
        hub.store().remove("a", true);
        assertThat(provenance(served("/oai"))).isEqualTo(hop("2024-05-06", MetadataFormat.OAI_DC.namespace(), false, null));
    }

    @Test
    void invalidDatestamp_becomesTheTimeOfTheHarvest() throws IOException, InterruptedException {
        harvest(dated("last Tuesday"));
        assertThat(provenance(served("/oai/a")))
                .isEqualTo(hop(HARVESTED.text(), MetadataFormat.OAI_DC.namespace(), false, null));
    }
}
