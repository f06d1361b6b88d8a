package dev.sheaf.core.description;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.EprintsDescription.Policy;
import dev.sheaf.core.description.EprintsDescription.Statement;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlFragments;

import static org.assertj.core.api.Assertions.assertThat;

class ContainersTest {

    private static final XmlFragment LICENCE = XmlFragment
            .of("<l:licence xmlns:l=\"urn:l\" a='1'>free &amp; easy<l:b/></l:licence>");

    static Stream<Description> descriptions() {
        return Stream.of(
                new OaiIdentifierDescription("a.org", "oai:a.org:x%3C'y'&z"),
                new EprintsDescription(
                        new Policy(List.of(new Statement.Text("All <&> \"sundry\""), new Statement.Url("http://a.org/x?a=1&b=2"),
                                new Statement.Text("and more"))),
                        Policy.UNSTATED, new Policy(List.of(new Statement.Text("ask"))), Policy.UNSTATED, List.of("one", "two")),
                new EprintsDescription(null, Policy.UNSTATED, Policy.UNSTATED, null, List.of()),
                new Friends(List.of()), new Friends(List.of("http://a.org/oai?x&y", "https://b_c.org:8080/oai")),
                new Branding(null, List.of()),
                new Branding(new Branding.CollectionIcon("http://a.org/i.png", "http://a.org/", "A & B", 88, 31),
                        List.of(new Branding.MetadataRendering("http://a.org/dc.xsl?a&b", "urn:x", "text/xsl"),
                                new Branding.MetadataRendering("http://a.org/dc.css", "http://x.org/?a&b", "text/css"))),
                new Branding(new Branding.CollectionIcon("http://a.org/i.png", null, null, null, null), List.of()),
                new Gateway("http://a.org/file.xml", "http://b.org/spec", List.of("a@b.org", "c@d.org"), "http://g.org/oai",
                        "http://g.org/notes"),
                new Gateway("http://a.org/", "http://b.org/", List.of("a@b.org"), null, null),
                new Toolkit(null, null, null, null, null),
                new Toolkit("T", new Toolkit.Author("N", "n@x.org", "I"), "1.0", "http://t.org/i.png", "http://t.org/"),
                new RightsManifest(List.of(new Rights.Reference("http://r.org/?a&b"), new Rights.Definition(LICENCE))),
                new Syndication(null, null, null),
                new Syndication(Syndication.Period.HOURLY, 2, Instant.parse("2003-01-01T00:00:00Z")),
                new DublinCoreDescription(List.of(new DublinCoreDescription.Statement("title", "T", "de"),
                        new DublinCoreDescription.Statement("description", "D <&>", null))));
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void writtenContainers_areReadBackEqual(Description description) {
        XmlFragment written = ContainerWriter.write(description);

        assertThat(ContainerReader.description(written)).as(written.toString()).contains(description);
        assertThat(ContainerReader.kind(written)).contains(description.container());
        assertThat(ContainerReader.fault(written)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("descriptions")
    void everyContainerNamesItsSchema(Description description) {
        Container container = description.container();

        assertThat(ContainerWriter.write(description).toString())
                .contains("xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
                .contains("xsi:schemaLocation=\"" + container.namespace() + " " + container.schema() + "\"");
    }

    @Test
    void writtenRights_areReadBackEqual() {
        for (Rights rights : List.of(new Rights.Reference("http://r.org/?a=1&b"), new Rights.Definition(LICENCE))) {
            assertThat(ContainerReader.rights(ContainerWriter.write(rights))).contains(rights);
        }
    }

    @Test
    void rightsDefinition_keepsItsNamespacesInAnyContext() throws OaiFormatException {
        XmlFragment about = XmlFragments.parse("""
                <r:rights xmlns:r="http://www.openarchives.org/OAI/2.0/rights/" xmlns:l="urn:l"><r:rightsDefinition>
                <l:licence/></r:rightsDefinition></r:rights>""".getBytes(StandardCharsets.UTF_8));

        assertThat(ContainerReader.rights(about))
                .contains(new Rights.Definition(XmlFragment.of("<l:licence xmlns:l=\"urn:l\"/>")));
    }

    @Test
    void unusualContainersOfRealRepositories_areRead() {
        assertThat(
                read("""
                        <oai-identifier xmlns="http://www.openarchives.org/OAI/2.0/oai-identifier/"><sampleIdentifier>
                         oai:a.org:1 </sampleIdentifier><!-- odd order --><repositoryIdentifier>a.org </repositoryIdentifier></oai-identifier>"""))
                .isEqualTo(new OaiIdentifierDescription("a.org", "oai:a.org:1"));
        assertThat(read("""
                <friends xmlns="http://www.openarchives.org/OAI/2.0/friends"><baseURL/><baseURL>not an address</baseURL>
                <baseURL> http://a.org/<![CDATA[oai]]></baseURL><note>x</note></friends>"""))
                .isEqualTo(new Friends(List.of("http://a.org/oai")));
        assertThat(read("""
                <toolkit xmlns="http://oai.dlib.vt.edu/OAI/metadata/toolkit"><URL>home page</URL><version></version>
                <title>T</title></toolkit>""")).isEqualTo(new Toolkit("T", null, null, null, null));
        assertThat(read("""
                <branding xmlns="http://www.openarchives.org/OAI/2.0/branding/"><collectionIcon><url>http://a.org/i.png</url>
                <width>88px</width><height>-1</height></collectionIcon><metadataRendering>x</metadataRendering></branding>"""))
                .isEqualTo(new Branding(new Branding.CollectionIcon("http://a.org/i.png", null, null, null, null), List.of()));
        assertThat(
                read("""
                        <s:syndication xmlns:s="http://purl.org/rss/1.0/modules/syndication/"><s:updateBase>2000-01-01T12:00+00:00</s:updateBase>
                        <s:updatePeriod>Daily</s:updatePeriod></s:syndication>"""))
                .isEqualTo(new Syndication(Syndication.Period.DAILY, null, Instant.parse("2000-01-01T12:00:00Z")));
        assertThat(
                read("""
                        <eprints xmlns="http://www.openarchives.org/OAI/1.1/eprints"><metadataPolicy><text/></metadataPolicy></eprints>"""))
                .isEqualTo(new EprintsDescription(null, Policy.UNSTATED, Policy.UNSTATED, null, List.of()));
    }

    private static Description read(String xml) {
        return ContainerReader.description(XmlFragment.of(xml)).orElseThrow();
    }

    @Test
    void unusableContainer_isReportedWithTheReason() {
        assertThat(fault("""
                <oai-identifier xmlns="http://www.openarchives.org/OAI/2.0/oai-identifier"><scheme>oai</scheme>
                <repositoryIdentifier>fake</repositoryIdentifier><sampleIdentifier>fake:1</sampleIdentifier></oai-identifier>"""))
                .contains("'fake'");
        assertThat(
                fault("""
                        <syndication xmlns="http://purl.org/rss/1.0/modules/syndication/"><updateFrequency>0</updateFrequency></syndication>"""))
                .contains("0");
        assertThat(fault("<rights xmlns='http://www.openarchives.org/OAI/2.0/rights/'><rightsReference/></rights>"))
                .contains("ref");
        assertThat(fault("<friends xmlns='http://www.openarchives.org/OAI/2.0/friends/'><baseURL></friends>"))
                .contains("not well-formed");
        assertThat(fault("<provenance xmlns='http://www.openarchives.org/OAI/2.0/provenance'/>")).contains("originDescription");
    }

    private static String fault(String xml) {
        XmlFragment fragment = XmlFragment.of(xml);
        assertThat(ContainerReader.description(fragment)).isEmpty();
        assertThat(ContainerReader.rights(fragment)).isEmpty();
        return ContainerReader.fault(fragment).orElseThrow();
    }

    @Test
    void foreignContainers_areNotReportedAsFaults() {
        for (String xml : List.of("<friends/>", "<x xmlns='urn:x'/>", "no xml")) {
            assertThat(ContainerReader.kind(XmlFragment.of(xml))).isEmpty();
            assertThat(ContainerReader.description(XmlFragment.of(xml))).isEmpty();
            assertThat(ContainerReader.fault(XmlFragment.of(xml))).isEmpty();
        }
    }

    @Test
    void deeplyNestedContainer_isNotRead() {
        String deep = "<friends xmlns='http://www.openarchives.org/OAI/2.0/friends/'>" + "<a>".repeat(200_000)
                + "</a>".repeat(200_000)
                + "</friends>";

        assertThat(ContainerReader.description(XmlFragment.of(deep))).isEmpty();
    }

    @Test
    void descriptionsOfEarlyProtocols_getTheNamespacesOfProtocol20() {
        XmlFragment eprints = XmlFragment.of("""
                <eprints xmlns="http://www.openarchives.org/OAI/eprints"><content><text>Papers</text></content>\
                <metadataPolicy/><dataPolicy/></eprints>""");
        assertThat(ContainerReader.upgraded(eprints).flatMap(ContainerReader::description)).containsInstanceOf(
                EprintsDescription.class);
        String identifier = """
                <oai-identifier xmlns="http://www.openarchives.org/OAI/1.1/oai-identifier"><scheme>oai</scheme>\
                <repositoryIdentifier>%1$s</repositoryIdentifier><delimiter>:</delimiter><sampleIdentifier>oai:%1$s:1</sampleIdentifier>\
                </oai-identifier>""";
        assertThat(
                ContainerReader.upgraded(XmlFragment.of(identifier.formatted("arXiv.org"))).flatMap(ContainerReader::description))
                .contains(new OaiIdentifierDescription("arXiv.org", "oai:arXiv.org:1"));
        assertThat(ContainerReader.upgraded(XmlFragment.of(identifier.formatted("arXiv")))).isEmpty();
        XmlFragment other = XmlFragment.of("<x xmlns=\"urn:x\"/>");
        assertThat(ContainerReader.upgraded(other)).containsSame(other);
    }
}
