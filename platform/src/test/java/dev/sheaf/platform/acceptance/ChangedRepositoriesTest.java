package dev.sheaf.platform.acceptance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.store.Aggregate;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.repository.ListedRepository;

import static org.assertj.core.api.Assertions.assertThat;

/** Sources and aggregates that change while their data providers are kept: the next response shows it. */
class ChangedRepositoriesTest {

    private static final String LIST = "verb=ListRecords&metadataPrefix=oai_dc";

    @TempDir
    Path data;
    private ServingHub hub;

    @BeforeEach
    void start() throws Exception {
        hub = new ServingHub(data, UnaryOperator.identity());
        hub.save("a", SampleRecords.live(1), SampleRecords.live(2));
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    private List<String> identifiers(String id) throws Exception {
        return ServingHub.records(hub.ask(id, LIST)).stream().map(OaiRecord::identifier).toList();
    }

    private RepositoryDescription description(String id) throws Exception {
        return ((OaiResponse.Identify) hub.ask(id, "verb=Identify").answer()).description();
    }

    private int status(String pathAndQuery) throws IOException, InterruptedException {
        return hub.get(pathAndQuery).statusCode();
    }

    private HubStore otherProcess() {
        return HubStores.open(data, new HubIdentity("Test hub", "admin@hub.example.org", "hub.example.org"), hub.clock);
    }

    @Test
    void sourceRemovedByAnotherProcess_isNotFound() throws Exception {
        assertThat(identifiers("a")).hasSize(2);
        try (HubStore other = otherProcess()) {
            other.remove("a", false);
        }

        assertThat(status("/oai/a?" + LIST)).isEqualTo(404);
        assertThat(status("/oai/a?verb=badVerb")).isEqualTo(404);
        assertThat(hub.send(hub.request("/oai/a").HEAD()).statusCode()).isEqualTo(404);
    }

    @Test
    void sourceRemovedWithItsRecordsKept_isNotFound() throws Exception {
        assertThat(status("/oai/a?verb=Identify")).isEqualTo(200);
        hub.store().remove("a", true);

        assertThat(hub.send(hub.request("/oai/a").HEAD()).statusCode()).isEqualTo(404);
        assertThat(status("/oai/a?verb=Identify")).isEqualTo(404);
        hub.store().put(Source.harvested("a", "https://a.example.org/oai"));
        assertThat(identifiers("a")).as("registered again").hasSize(2);
    }

    @Test
    void removalOfAnotherSource_leavesARepositoryAsItIs() throws Exception {
        hub.save("b", SampleRecords.live(3));
        assertThat(identifiers("a")).hasSize(2);
        hub.store().remove("b", false);

        assertThat(identifiers("a")).hasSize(2);
        assertThat(status("/oai/b?verb=Identify")).isEqualTo(404);
    }

    @Test
    void idOfARemovedSource_showsTheAggregateThatTakesIt() throws Exception {
        hub.save("b", SampleRecords.live(3));
        assertThat(identifiers("a")).hasSize(2);
        hub.store().remove("a", false);
        hub.store().put(Aggregate.of("a").withSources("b"));

        assertThat(identifiers("a")).hasSize(1);
        hub.store().removeAggregate("a");
        assertThat(status("/oai/a?" + LIST)).isEqualTo(404);
        hub.store().put(Source.imported("a", "Local"));
        assertThat(description("a").repositoryName()).isEqualTo("Local");
    }

    @Test
    void definitionOfAnAggregate_showsInTheNextResponse() throws Exception {
        hub.save("b", SampleRecords.live(3));
        hub.store().put(Aggregate.of("both"));
        assertThat(identifiers("both")).hasSize(3);
        assertThat(description("both").repositoryName()).isEqualTo("Test hub: both");

        Aggregate one = Aggregate.of("both").withSources("b");
        hub.store().put(new Aggregate("both", "Only b", one.sources(), one.sets(), one.prefixes(), one.query(), one.collisions(),
                one.trusted()));

        assertThat(description("both").repositoryName()).isEqualTo("Only b");
        OaiResponse list = hub.ask("both", LIST);
        assertThat(ServingHub.records(list)).filteredOn(record -> !record.deleted()).hasSize(1);
    }

    @Test
    void nameFormatsAndSetsOfASource_showInTheNextResponse() throws Exception {
        assertThat(ServingHub.codes(hub.ask("a", "verb=ListSets"))).containsExactly("noSetHierarchy");
        assertThat(description("a").repositoryName()).isEqualTo("a");
        hub.store().describe("a", new SourceDescription(null, List.of(MetadataFormat.OAI_DC, ListedRepository.MARC),
                List.of(new OaiSet(new SetSpec("maps"), "Maps"))));
        hub.save("a", ListedRepository.MARC,
                new OaiRecord(SampleRecords.live(1, "maps").header(), ListedRepository.marc()));
        hub.store().put(new Source("a", Source.Kind.HARVESTED, "https://a.example.org/oai", "Archive", List.of(), List.of(),
                hub.store().source("a").orElseThrow().settings()));

        assertThat(description("a").repositoryName()).isEqualTo("Archive");
        assertThat(((OaiResponse.ListSets) hub.ask("a", "verb=ListSets").answer()).sets()).extracting(OaiSet::name)
                .containsExactly("Maps");
        assertThat(((OaiResponse.ListMetadataFormats) hub.ask("a", "verb=ListMetadataFormats").answer()).formats())
                .extracting(format -> format.prefix().value()).contains("marc21");
        assertThat(ServingHub.records(hub.ask("a", "verb=ListRecords&metadataPrefix=marc21&set=maps"))).hasSize(1);
    }
}
