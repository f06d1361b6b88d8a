package dev.sheaf.platform.config;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Branding;
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
import dev.sheaf.provider.AddedDescriptions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AddedDescriptionsSectionTest {

    private static final Rights FREE = new Rights.Reference("https://creativecommons.org/publicdomain/zero/1.0/");

    private static AddedDescriptions read(String yaml) throws ConfigurationException {
        return AddedDescriptionsSection.read(Section.of("repositories.theses", new YAMLMapper().readTree(yaml)));
    }

    @Test
    void eachContainer_canBeConfigured() throws Exception {
        AddedDescriptions read = read(
                """
                        descriptions:
                          oai-identifier: oai:theses.example.org:1234
                          eprints:
                            content: Theses
                            metadata-policy: [May be used by all., https://theses.example.org/policy]
                            data-policy: https://theses.example.org/data
                            submission-policy: Members only
                            comments: Ask us
                          friends: [https://a.example.org/oai, http://b.example.org/]
                          branding:
                            icon: {url: https://theses.example.org/icon.png, link: https://theses.example.org/, title: Theses, width: 88, height: 31}
                            style-sheets:
                              - {url: https://theses.example.org/dc.xsl, namespace: "http://www.openarchives.org/OAI/2.0/oai_dc/", type: text/xsl}
                          gateway:
                            source: https://theses.example.org/export.xml
                            description: https://example.org/specification
                            admins: [one@example.org, two@example.org]
                            url: https://gateway.example.org/
                            notes: https://gateway.example.org/notes
                          toolkit: {title: T, version: 2.0, author: {name: N, email: n@example.org, institution: I}, icon: "https://t.example.org/i.png", url: "https://t.example.org/"}
                          syndication: {period: hourly, frequency: 2, base: 2024-01-01T00:00:00Z}
                          dublin-core:
                            title: Theses
                            language: [en, de]
                          text: All of them
                        """);

        assertThat(read.ofRepository()).containsExactly(
                new OaiIdentifierDescription("theses.example.org", "oai:theses.example.org:1234"),
                new EprintsDescription(new Policy(List.of(new Statement.Text("Theses"))),
                        new Policy(List.of(new Statement.Text("May be used by all."),
                                new Statement.Url("https://theses.example.org/policy"))),
                        new Policy(List.of(new Statement.Url("https://theses.example.org/data"))),
                        new Policy(List.of(new Statement.Text("Members only"))), List.of("Ask us")),
                new Friends(List.of("https://a.example.org/oai", "http://b.example.org/")),
                new Branding(
                        new Branding.CollectionIcon("https://theses.example.org/icon.png", "https://theses.example.org/",
                                "Theses", 88, 31),
                        List.of(new Branding.MetadataRendering("https://theses.example.org/dc.xsl",
                                "http://www.openarchives.org/OAI/2.0/oai_dc/", "text/xsl"))),
                new Gateway("https://theses.example.org/export.xml", "https://example.org/specification",
                        List.of("one@example.org", "two@example.org"), "https://gateway.example.org/",
                        "https://gateway.example.org/notes"),
                new Toolkit("T", new Toolkit.Author("N", "n@example.org", "I"), "2.0", "https://t.example.org/i.png",
                        "https://t.example.org/"),
                new Syndication(Syndication.Period.HOURLY, 2, Instant.parse("2024-01-01T00:00:00Z")),
                new DublinCoreDescription(
                        List.of(statement("title", "Theses"), statement("language", "en"), statement("language", "de"),
                                statement("description", "All of them"))));
        assertThat(read.ofRecords()).isNull();
    }

    private static DublinCoreDescription.Statement statement(String element, String text) {
        return new DublinCoreDescription.Statement(element, text, null);
    }

    @Test
    void shortForms_areAccepted() throws Exception {
        assertThat(read("descriptions: {branding: {icon: 'https://a.example.org/i.png'}, friends: 'https://b.example.org/'}")
                .ofRepository())
                .containsExactly(new Friends(List.of("https://b.example.org/")),
                        new Branding(new Branding.CollectionIcon("https://a.example.org/i.png", null, null, null, null),
                                List.of()));
        assertThat(read("descriptions: {eprints: {metadata-policy: Ask, data-policy: Ask}, text: T}").ofRepository()).hasSize(2);
        assertThat(read("{}").isNone()).isTrue();
        assertThat(read("{descriptions: , rights: , sets: }").isNone()).isTrue();
        assertThat(read("{name: of no concern here}").isNone()).isTrue();
    }

    @Test
    void rights_applyToRecordsAndManifest() throws Exception {
        AddedDescriptions read = read("rights: https://creativecommons.org/publicdomain/zero/1.0/");

        assertThat(read.ofRecords()).isEqualTo(FREE);
        assertThat(read.ofRepository()).containsExactly(new RightsManifest(List.of(FREE)));
    }

    @Test
    void rights_mayBeATextOrAList() throws Exception {
        Rights text = new Rights.Definition(new DublinCoreWriter().add("rights", "Ask & see").end());
        Rights xml = new Rights.Definition(XmlFragment.of("<l xmlns=\"urn:l\"/>"));

        AddedDescriptions read = read("""
                rights:
                  records: {text: Ask & see}
                  manifest:
                    - https://creativecommons.org/publicdomain/zero/1.0/
                    - {text: Ask & see}
                    - xml: |
                        <l xmlns="urn:l"/>
                """);

        assertThat(read.ofRecords()).isEqualTo(text);
        assertThat(read.ofRepository()).containsExactly(new RightsManifest(List.of(text, FREE, xml)));
        AddedDescriptions manifestAlone = read("rights: {manifest: 'https://creativecommons.org/publicdomain/zero/1.0/'}");
        assertThat(manifestAlone.ofRecords()).isNull();
        assertThat(manifestAlone.ofRepository()).containsExactly(new RightsManifest(List.of(FREE)));
    }

    @Test
    void sets_haveNamesAndDescriptions() throws Exception {
        AddedDescriptions read = read("""
                sets:
                  math:
                    name: Mathematics
                    text: All of it
                    rights: https://creativecommons.org/publicdomain/zero/1.0/
                  math:algebra: {branding: {icon: "https://a.example.org/i.png"}}
                  physics:
                """);

        assertThat(read.ofSets()).isEqualTo(Map.of("math",
                new AddedDescriptions.OfSet("Mathematics",
                        List.of(DublinCoreDescription.ofText("All of it"), new RightsManifest(List.of(FREE)))),
                "math:algebra",
                new AddedDescriptions.OfSet(null, List.of(new Branding(
                        new Branding.CollectionIcon("https://a.example.org/i.png", null, null, null, null), List.of()))),
                "physics", new AddedDescriptions.OfSet(null, List.of())));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            descriptions: x                                            | repositories.theses.descriptions: lines of names
            descriptions: {friend: x}                                  | repositories.theses.descriptions: unknown name 'friend'
            descriptions: {friends: [http://a.org/, x y]}              | repositories.theses.descriptions.friends[1]: 'x y' is not
            descriptions: {friends: ftp://a.org/}                      | repositories.theses.descriptions.friends: 'ftp://a.org/' is not an http(s) address
            descriptions: {friends: [{a: b}]}                          | repositories.theses.descriptions.friends[0]: one plain value is expected
            descriptions: {oai-identifier: oai:theses:1}               | repositories.theses.descriptions.oai-identifier: 'oai:theses:1' is not acceptable
            descriptions: {text: "  "}                                 | repositories.theses.descriptions.text: the description is empty
            descriptions: {dublin-core: {author: A}}                   | repositories.theses.descriptions.dublin-core: 'author' is not an element
            descriptions: {branding: {icon: i.png}}                    | repositories.theses.descriptions.branding.icon: 'i.png'
            descriptions: {branding: {icon: [i.png]}}                  | repositories.theses.descriptions.branding.icon: one plain value is expected
            descriptions: {branding: {icon: {title: T}}}               | repositories.theses.descriptions.branding.icon: 'url' is missing
            descriptions: {branding: {icon: {url: "a:b", width: 0}}}   | repositories.theses.descriptions.branding.icon.width: '0'
            descriptions: {branding: {style-sheets: x}}                | repositories.theses.descriptions.branding.style-sheets: a list is expected
            descriptions: {branding: {style-sheets: [{url: "a:b"}]}}   | repositories.theses.descriptions.branding.style-sheets[0]: 'namespace' is missing
            descriptions: {eprints: {policy: x}}                       | repositories.theses.descriptions.eprints: unknown name 'policy'
            descriptions: {eprints: {content: [a, " "]}}               | repositories.theses.descriptions.eprints.content[1]: the text of a policy is empty
            descriptions: {gateway: {source: x}}                       | repositories.theses.descriptions.gateway: 'description' is missing
            descriptions: {gateway: {source: x, description: "a:b"}}   | repositories.theses.descriptions.gateway: the gateway has no gatewayAdmin
            descriptions: {toolkit: {url: home}}                       | repositories.theses.descriptions.toolkit: 'home' is not an absolute URI
            descriptions: {syndication: {period: often}}               | repositories.theses.descriptions.syndication.period: 'often' is not acceptable
            descriptions: {syndication: {base: noon}}                  | repositories.theses.descriptions.syndication.base: 'noon' is not acceptable
            rights: free                                               | repositories.theses.rights: 'free' is not an absolute URI
            rights: [a]                                                | repositories.theses.rights: an address
            rights: {record: x}                                        | repositories.theses.rights: unknown name 'record'
            rights: {text: a, xml: <b/>}                               | repositories.theses.rights: either
            rights: {records: {}}                                      | repositories.theses.rights.records: either
            rights: {manifest: ["a:b", {xml: <b>}]}                    | repositories.theses.rights.manifest[1].xml: not well-formed
            rights: {xml: <b/>}                                        | repositories.theses.rights.xml: a definition of rights needs a namespace
            sets: {a b: {name: A}}                                     | repositories.theses.sets: 'a b' is not a setSpec
            sets: {a: {friends: x}}                                    | repositories.theses.sets.a: unknown name 'friends'
            sets: {a: {rights: [x y]}}                                 | repositories.theses.sets.a.rights[0]: 'x y' is not a URI
            """)
    void mistake_isReportedWithItsPath(String yaml, String message) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(ConfigurationException.class).hasMessageStartingWith(message);
    }
}
