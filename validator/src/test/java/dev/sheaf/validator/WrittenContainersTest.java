package dev.sheaf.validator;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.Provenance;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Branding;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Description;
import dev.sheaf.core.description.DublinCoreDescription;
import dev.sheaf.core.description.EprintsDescription;
import dev.sheaf.core.description.EprintsDescription.Policy;
import dev.sheaf.core.description.EprintsDescription.Statement;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.description.Gateway;
import dev.sheaf.core.description.OaiIdentifierDescription;
import dev.sheaf.core.description.Rights;
import dev.sheaf.core.description.RightsManifest;
import dev.sheaf.core.description.Syndication;
import dev.sheaf.core.description.Toolkit;
import dev.sheaf.core.xml.DublinCoreWriter;
import dev.sheaf.core.xml.OaiWriter;
import dev.sheaf.core.xml.ProvenanceWriter;

import static org.assertj.core.api.Assertions.assertThat;

/** Containers that core writes, in responses, are valid by the own schemas, and by the published ones where those are present. */
class WrittenContainersTest {

    private static final Path FOLDER = Path.of("..", "..", "shared", "schemas");
    private static final Datestamp NOW = Datestamp.parse("2024-01-01T00:00:00Z");
    private static final XmlFragment LICENCE = new DublinCoreWriter().add("rights", "free <as> in & beer").end();
    private static final Rights REFERENCE = new Rights.Reference("http://creativecommons.org/licenses/by-nd/2.0/rdf?a&b");

    static Stream<Description> descriptions() {
        return Stream.of(
                new OaiIdentifierDescription("a.org", "oai:a.org:x%3C'y'&z"),
                new EprintsDescription(
                        new Policy(List.of(new Statement.Text("All <&> \"sundry\" \u0001"),
                                new Statement.Url("http://a.org/x?a=1&b=2"))),
                        Policy.UNSTATED, new Policy(List.of(new Statement.Text("ask"))), Policy.UNSTATED, List.of("one", "two")),
                new EprintsDescription(null, Policy.UNSTATED, Policy.UNSTATED, null, List.of()),
                new Friends(List.of()), new Friends(List.of("http://a.org/oai?x&y", "https://b_c.org:8080/oai", "http://é.org/")),
                new Branding(null, List.of()),
                new Branding(new Branding.CollectionIcon("http://a.org/i.png", "http://a.org/", "A & B", 88, 31),
                        List.of(new Branding.MetadataRendering("http://a.org/dc.xsl?a&b", "urn:x", "text/xsl"))),
                new Gateway("http://a.org/file.xml", "http://b.org/spec", List.of("a@b.org", "c@d.org"), "http://g.org/oai",
                        "http://g.org/notes"),
                new Gateway("anywhere", "http://b.org/", List.of("a@b.org"), null, null),
                new Toolkit(null, null, null, null, null),
                new Toolkit("T", new Toolkit.Author("N", "n@x.org", "I"), "1.0", "http://t.org/i.png", "http://t.org/"),
                new RightsManifest(List.of(REFERENCE, new Rights.Definition(LICENCE))), new Syndication(null, null, null),
                new Syndication(Syndication.Period.HOURLY, 2, Instant.parse("2003-01-01T00:00:00.123Z")),
                DublinCoreDescription.ofText("About <all> & \uFFFF"),
                new DublinCoreDescription(List.of(new DublinCoreDescription.Statement("title", "T", "de"))));
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void identifyWithAnyDescription_isValid(Description description) {
        assertValid(
                new OaiResponse.Identify(new RepositoryDescription("A", "http://a.org/oai", "2.0", List.of("a@b.org"), NOW, "no",
                        "YYYY-MM-DD", List.of(), List.of(ContainerWriter.write(description)))));
    }

    @Test
    void listSetsWithAllDescriptionsOfSets_isValid() {
        List<XmlFragment> written = descriptions().filter(description -> description.container().describesSets())
                .map(ContainerWriter::write).toList();

        assertThat(written).hasSize(5);
        assertValid(new OaiResponse.ListSets(List.of(new OaiSet(new SetSpec("a:b"), "A, b", written)), null));
    }

    @Test
    void recordsWithRightsAndProvenance_areValid() {
        Provenance origin = new Provenance("http://a.org/oai", "oai:a.org:1", Datestamp.parse("2001-01-01"), "urn:f",
                Datestamp.parse("2002-02-02T02:02:02Z"), false, null);
        Provenance chain = new Provenance("http://b.org/oai?a&b", "http://a.org/1#x",
                Datestamp.received("2003-03-03T03:03:03.5+01:00"),
                "urn:f", Datestamp.parse("2004-04-04"), true, origin);
        List<XmlFragment> about = List.of(ContainerWriter.write(REFERENCE), ContainerWriter.write(new Rights.Definition(LICENCE)),
                ProvenanceWriter.write(origin), ProvenanceWriter.write(chain));

        assertValid(new OaiResponse.GetRecord(new OaiRecord(new Header("oai:a.org:1", NOW, List.of(), false), LICENCE, about)));
    }

    @Test
    void invalidContainers_areReported() {
        for (String wrong : List.of(
                "<oai-identifier xmlns='%s'><scheme>oai</scheme><repositoryIdentifier>a</repositoryIdentifier></oai-identifier>"
                        .formatted(Container.OAI_IDENTIFIER.namespace()),
                "<eprints xmlns='%s'/>".formatted(Container.EPRINTS.namespace()),
                "<friends xmlns='%s'><friend/></friends>".formatted(Container.FRIENDS.namespace()),
                "<branding xmlns='%s'><collectionIcon/></branding>".formatted(Container.BRANDING.namespace()),
                "<gateway xmlns='%s'><source/></gateway>".formatted(Container.GATEWAY.namespace()),
                "<toolkit xmlns='%s'><version/><title/></toolkit>".formatted(Container.TOOLKIT.namespace()),
                "<rightsManifest xmlns='%s'/>".formatted(Container.RIGHTS_MANIFEST.namespace()),
                "<syndication xmlns='%s'><updatePeriod>often</updatePeriod></syndication>"
                        .formatted(Container.SYNDICATION.namespace()),
                "<dc xmlns='%s'><title>T</title></dc>".formatted(Container.DUBLIN_CORE.namespace()),
                "<rights xmlns='%s'/>".formatted(Container.RIGHTS.namespace()),
                "<provenance xmlns='%s'/>".formatted(Container.PROVENANCE.namespace()), "<other xmlns='urn:other'/>")) {
            for (ResponseSchemas schemas : schemas()) {
                assertThat(schemas.faults(bytes(new OaiResponse.ListSets(
                        List.of(new OaiSet(new SetSpec("a"), "A", List.of(XmlFragment.of(wrong)))), null)))).as(wrong)
                        .isNotEmpty();
            }
        }
    }

    private static void assertValid(OaiResponse.Answer answer) {
        byte[] response = bytes(answer);
        for (ResponseSchemas schemas : schemas()) {
            assertThat(schemas.faults(response)).as(new String(response, StandardCharsets.UTF_8)).isEmpty();
        }
    }

    private static List<ResponseSchemas> schemas() {
        List<ResponseSchemas> schemas = new ArrayList<>(List.of(ResponseSchemas.own()));
        if (Files.isDirectory(FOLDER)) {
            schemas.add(Published.SCHEMAS);
        }
        return schemas;
    }

    private static final class Published {
        static final ResponseSchemas SCHEMAS = load();

        private static ResponseSchemas load() {
            try {
                return ResponseSchemas.load(FOLDER);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static byte[] bytes(OaiResponse.Answer answer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OaiWriter.write(new OaiResponse(NOW, new OaiResponse.RequestEcho("http://a.org/oai", Map.of()), answer), out);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return out.toByteArray();
    }
}
