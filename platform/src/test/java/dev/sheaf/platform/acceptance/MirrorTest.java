package dev.sheaf.platform.acceptance;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Granularity;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** A mirror next to its origin: what it says, what it goes on serving when the origin is down, and how it catches up. */
class MirrorTest {

    private static final SettableClock CLOCK = SettableClock.at("2025-03-01T12:00:00Z");

    private static OaiResponse ask(TestHub hub, String query) throws IOException, InterruptedException {
        return hub.ask("m", query);
    }

    private static RepositoryDescription identify(TestHub hub) throws IOException, InterruptedException {
        return ((OaiResponse.Identify) ask(hub, "verb=Identify").answer()).description();
    }

    private static byte[] identify(RepositoryDescription description) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OaiWriter.write(new OaiResponse(Datestamp.ofSecond(CLOCK.instant()),
                new OaiResponse.RequestEcho(description.baseUrl(), Map.of("verb", "Identify")),
                new OaiResponse.Identify(description)), bytes);
        return bytes.toByteArray();
    }

    private static String told(RepositoryDescription description, String element) {
        return description.descriptions().stream().map(ContainerReader::description).flatMap(Optional::stream)
                .filter(DublinCoreDescription.class::isInstance).map(DublinCoreDescription.class::cast)
                .flatMap(mirror -> mirror.statements().stream()).filter(statement -> statement.element().equals(element))
                .map(DublinCoreDescription.Statement::text).findFirst().orElse("");
    }

    @Test
    void mirror_equalsItsOrigin_answersDuringAnOutage_andCatchesUp(@TempDir Path data)
            throws IOException, InterruptedException, ServerStartException {
        Description friends = new Friends(List.of("https://friend.example.org/oai"));
        try (ScriptedProvider origin = ScriptedProvider.start(CLOCK); TestHub hub = new TestHub(data, "mirror")) {
            int port = URI.create(origin.baseUrl()).getPort();
            OaiSet maps = new OaiSet(new SetSpec("maps"), "Maps of all kinds",
                    List.of(ContainerWriter.write(DublinCoreDescription.ofText("Old maps"))));
            byte[] identify = identify(new RepositoryDescription("The origin", origin.baseUrl(), "2.0", List.of("o@example.org"),
                    Datestamp.parse("2024-01-01"), "persistent", "YYYY-MM-DD", List.of(),
                    List.of(ContainerWriter.write(friends))));
            origin.answer("verb=Identify", identify).granularity(Granularity.DAY).set(maps);
            origin.put(List.of(SampleRecords.live(1, "One", Datestamp.parse("2024-01-01"), "maps"),
                    SampleRecords.live(2, "Two", Datestamp.parse("2024-01-01"))));
            assertThat(hub.harvest("m", origin.baseUrl()).isComplete()).isTrue();

            RepositoryDescription described = identify(hub);
            assertThat(described.repositoryName()).isEqualTo("The origin");
            assertThat(described.baseUrl()).isEqualTo(hub.sourceUrl("m"));
            assertThat(described.adminEmails()).containsExactly("o@example.org");
            assertThat(described.granularityText()).isEqualTo("YYYY-MM-DDThh:mm:ssZ");
            assertThat(described.descriptions()).contains(ContainerWriter.write(friends));
            assertThat(told(described, "source")).isEqualTo(origin.baseUrl());
            assertThat(told(described, "type")).isEqualTo("current");
            assertThat(Instant.parse(told(described, "date"))).isBefore(Instant.now().plusSeconds(1));
            assertThat(((OaiResponse.ListSets) ask(hub, "verb=ListSets").answer()).sets()).containsExactly(maps);

            origin.close();
            HarvestOutcome failed = hub.harvest("m", origin.baseUrl());
            assertThat(failed.verdict()).isEqualTo(HarvestOutcome.Verdict.FAILED);
            assertThat(records(hub)).hasSize(2);
            assertThat(told(identify(hub), "type")).isEqualTo("stale");
            assertThat(told(identify(hub), "description")).contains("failed", "may be missing");
            assertThat(told(identify(hub), "date")).isEqualTo(told(described, "date"));

            try (ScriptedProvider again = ScriptedProvider.start(CLOCK, port)) {
                again.answer("verb=Identify", identify).granularity(Granularity.DAY).set(maps);
                again.put(List.of(SampleRecords.live(1, "One, revised", Datestamp.parse("2025-03-01"), "maps"),
                        SampleRecords.live(2, "Two", Datestamp.parse("2024-01-01")),
                        SampleRecords.live(3, "Three", Datestamp.parse("2025-03-01"))));
                assertThat(hub.harvest("m", again.baseUrl()).isComplete()).isTrue();
            }
            assertThat(records(hub)).extracting(OaiRecord::identifier).contains(SampleRecords.identifier(3)).hasSize(3);
            assertThat(records(hub)).anySatisfy(
                    record -> assertThat(record.metadata()).asString().contains("One, revised"));
            assertThat(told(identify(hub), "type")).isEqualTo("current");
        }
    }

    private static List<OaiRecord> records(TestHub hub) throws IOException, InterruptedException {
        return ServingHub.records(ask(hub, "verb=ListRecords&metadataPrefix=oai_dc"));
    }

    private static byte[] early(String verb, String content) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <%1$s xmlns="http://www.openarchives.org/OAI/1.1/OAI_%1$s" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                xsi:schemaLocation="http://www.openarchives.org/OAI/1.1/OAI_%1$s http://www.openarchives.org/OAI/1.1/OAI_%1$s.xsd">
                <responseDate>2001-06-01T19:20:30-04:00</responseDate><requestURL>http://old.example.org/?verb=%1$s</requestURL>
                %2$s</%1$s>"""
                .formatted(verb, content).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void repositoryOfAnEarlyProtocol_isMirroredInProtocol20(@TempDir Path data)
            throws IOException, InterruptedException, ServerStartException {
        try (ScriptedProvider origin = ScriptedProvider.start(CLOCK); TestHub hub = new TestHub(data, "mirror")) {
            origin.answer("verb=Identify", early("Identify", """
                    <repositoryName>Old</repositoryName><baseURL>%s</baseURL><protocolVersion>1.1</protocolVersion>
                    <adminEmail>mailto:old@example.org</adminEmail>""".formatted(origin.baseUrl())))
                    .answer("verb=ListMetadataFormats", early("ListMetadataFormats", """
                            <metadataFormat><metadataPrefix>oai_dc</metadataPrefix>
                            <schema>http://www.openarchives.org/OAI/1.1/dc.xsd</schema></metadataFormat>"""))
                    .answer("verb=ListSets", early("ListSets", "<set><setSpec>old</setSpec><setName>Old things</setName></set>"))
                    .answer("verb=ListRecords&metadataPrefix=oai_dc", early("ListRecords", """
                            <record><header><identifier>oai:old:1</identifier><datestamp>2001-06-01</datestamp></header><metadata>
                            <dc xmlns="http://purl.org/dc/elements/1.1/"><title>Slow motion</title></dc></metadata></record>"""))
                    .answer("verb=ListIdentifiers",
                            early("ListIdentifiers", "<identifier>oai:old:1</identifier>"));
            assertThat(hub.harvest("m", origin.baseUrl()).isComplete()).isTrue();
            RepositoryDescription described = identify(hub);
            assertThat(described.protocolVersion()).isEqualTo("2.0");
            assertThat(described.adminEmails()).containsExactly("old@example.org");
            assertThat(((OaiResponse.ListSets) ask(hub, "verb=ListSets").answer()).sets()).extracting(OaiSet::name)
                    .containsExactly("Old things");
            assertThat(((OaiResponse.ListMetadataFormats) ask(hub, "verb=ListMetadataFormats").answer()).formats())
                    .containsExactly(MetadataFormat.OAI_DC);
            OaiRecord record = records(hub).getFirst();
            XmlFragment about = record.about().getFirst();
            assertThat(record.metadata()).asString().startsWith("<oai_dc:dc");
            assertThat(about.toString()).contains("altered=\"true\"", "<metadataNamespace>http://purl.org/dc/elements/1.1/<",
                    "<identifier>oai:old:1</identifier><datestamp>2001-06-01</datestamp>");
        }
    }
}
