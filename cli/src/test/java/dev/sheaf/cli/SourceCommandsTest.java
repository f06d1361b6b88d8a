package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.Container;
import dev.sheaf.core.description.ContainerWriter;
import dev.sheaf.core.description.Friends;
import dev.sheaf.core.store.SourceDescription;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.store.sources.SourceLease;

import static org.assertj.core.api.Assertions.assertThat;

class SourceCommandsTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    @TempDir
    private Path folder;

    @Test
    void addingASource_sendsNoRequest() {
        // Nothing answers at this address; a request would fail, or take long.
        Typed typed = Typed.in(folder, "source", "add", "nowhere", "http://nothing.invalid/oai?verb=Identify", "--latency", "12h",
                "--set", "a:b", "--prefix", "marcxml");
        assertThat(typed.status()).as(typed.err()).isZero();
        JsonNode shown = JSON.readTree(Typed.in(folder, "source", "show", "nowhere", "--json").out());
        assertThat(shown.path("baseUrl").asString()).isEqualTo("http://nothing.invalid/oai");
        assertThat(shown.path("latency").asString()).isEqualTo("12h");
        assertThat(shown.path("sets").get(0).asString()).isEqualTo("a:b");
        assertThat(shown.path("prefixes").get(0).asString()).isEqualTo("marcxml");
    }

    @Test
    void showsPinsOfAServerUntilTheyAreRemoved() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        Typed set = Typed.in(folder, "source", "set", "a", "--pin", "granularity=day", "--pin", "overlap=2d",
                "--pin", "ranges=no", "--pin", "list-limit=100000");
        assertThat(set.status()).as(set.err()).isZero();
        assertThat(set.err()).isEqualTo("a: changed\n");
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("accepted granularity: day (pinned)",
                "overlap of increments: 2d (pinned)", "obeys from and until: no (pinned)", "100,000 records (pinned)");
        Typed.in(folder, "source", "set", "a", "--name", "A", "--pin", "overlap=learn", "--pin", "list-limit=learn");
        JsonNode server = JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out()).path("server");
        assertThat(server.path("granularity").asString()).isEqualTo("day");
        assertThat(server.path("pinned").size()).isEqualTo(2);
        Typed.in(folder, "source", "set", "a", "--pin", "all=learn");
        assertThat(Typed.in(folder, "source", "show", "a").out()).doesNotContain("pinned");
    }

    @Test
    void compressionAndTheDayOfUntil_arePinned() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        Typed set = Typed.in(folder, "source", "set", "a", "--pin", "compression=no", "--pin", "until=no");
        assertThat(set.status()).as(set.err()).isZero();
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("until includes its day: no (pinned)",
                "compression works: no (pinned)");
        Typed.in(folder, "source", "set", "a", "--pin", "compression=yes", "--pin", "until=learn");
        JsonNode server = JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out()).path("server");
        assertThat(server.path("compression").asString()).isEqualTo("yes");
        assertThat(server.path("pinned").size()).isOne();
    }

    @Test
    void unknownPin_isRefused() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        assertThat(Typed.in(folder, "source", "set", "a", "--pin", "granularity=week")).satisfies(typed -> {
            assertThat(typed.status()).isEqualTo(2);
            assertThat(typed.err()).contains("--pin: granularity: 'week' is none of day, second");
        });
        for (String wrong : List.of("page-size=7", "overlap=soon", "list-limit=long", "ranges=maybe", "tokens", "tokens=",
                "all=raw")) {
            assertThat(Typed.in(folder, "source", "set", "a", "--pin", wrong)).satisfies(typed -> {
                assertThat(typed.status()).as(wrong).isEqualTo(2);
                assertThat(typed.err()).contains("--pin", wrong.split("=")[0]);
            });
        }
        assertThat(JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out()).path("server").path("pinned").isEmpty())
                .isTrue();
    }

    @Test
    void listAsJson_hasTheFieldsOfTheContract() {
        Typed.in(folder, "source", "add", "b", "http://b.invalid/oai", "--name", "The B");
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        JsonNode list = JSON.readTree(Typed.in(folder, "source", "list", "--json").out());
        assertThat(list.size()).isEqualTo(2);
        JsonNode first = list.get(0);
        assertThat(first.propertyNames()).containsExactly("id", "baseUrl", "name", "records", "deleted", "state", "lastHarvest",
                "nextHarvest", "error", "asOf", "stale");
        assertThat(first.path("id").asString()).isEqualTo("a");
        assertThat(first.path("state").asString()).isEqualTo("idle");
        assertThat(first.path("records").asLong(-1)).isZero();
        assertThat(first.path("lastHarvest").isNull()).isTrue();
        assertThat(list.get(1).path("name").asString()).isEqualTo("The B");
    }

    @Test
    void emptyList_isAnEmptyArray() {
        assertThat(Typed.in(folder, "source", "list", "--json").out().strip()).isEqualTo("[]");
    }

    @Test
    void keepsSettingsThatAreNotGiven() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai", "--name", "A", "--latency", "1d");
        assertThat(Typed.in(folder, "source", "set", "a", "--policy", "uniform").status()).isZero();
        JsonNode shown = JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out());
        assertThat(shown.path("name").asString()).isEqualTo("A");
        assertThat(shown.path("latency").asString()).isEqualTo("1d");
        assertThat(shown.path("policy").asString()).isEqualTo("uniform");
        assertThat(shown.path("baseUrl").asString()).isEqualTo("http://a.invalid/oai");
    }

    @Test
    void sourceWithAKnownId_isRefused() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        Typed again = Typed.in(folder, "source", "add", "a", "http://other.invalid/oai");
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("the source 'a' exists already");
        assertThat(Typed.in(folder, "source", "show", "a").out()).contains("http://a.invalid/oai");
    }

    @Test
    void descriptionsOfARepository_areNamed() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        try (HubStore store = HubStores.open(folder.resolve("sheaf-data"),
                new HubIdentity("A", "a@example.org", "example.org"), Clock.systemUTC())) {
            store.describe("a",
                    new SourceDescription(new RepositoryDescription("A", "http://a.invalid/oai", "2.0", List.of(),
                            Datestamp.parse("2020-01-01"), "no", "YYYY-MM-DD", List.of(),
                            List.of(ContainerWriter.write(new Friends(List.of("http://b.invalid/"))), XmlFragment.of("<own/>"),
                                    XmlFragment.of("<oai-identifier xmlns='" + Container.OAI_IDENTIFIER.namespace()
                                            + "'><repositoryIdentifier>a\nb&#x9b;c</repositoryIdentifier><sampleIdentifier>b</sampleIdentifier>"
                                            + "</oai-identifier>"))),
                            null, null));
        }

        assertThat(Typed.in(folder, "source", "show", "a").out())
                .contains("descriptions       friends, own, oai-identifier (not usable: 'a b c' is not a domain name");
    }

    @Test
    void removedSource_isGone() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        assertThat(Typed.in(folder, "source", "remove", "a").status()).isZero();
        Typed shown = Typed.in(folder, "source", "show", "a");
        assertThat(shown.status()).isEqualTo(1);
        assertThat(shown.err()).contains("there is no source 'a'");
    }

    @Test
    void sourceBeingHarvested_isRunning_andASecondHarvestIsRefused() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        try (HubStore store = Typed.store(folder); SourceLease _ = store.leases().tryTake("a").orElseThrow()) {
            assertThat(JSON.readTree(Typed.in(folder, "source", "list", "--json").out()).get(0).path("state").asString())
                    .isEqualTo("running");
            Typed second = Typed.in(folder, "harvest", "a");
            assertThat(second.status()).isEqualTo(1);
            assertThat(second.err()).contains("'a' is being harvested by another command");
        }
    }

    @Test
    void chosenFormats_areMadeServedAndWithdrawn() throws Exception {
        Files.writeString(folder.resolve("a.xml"),
                """
                        <dc:dc xmlns:dc="http://www.openarchives.org/OAI/2.0/oai_dc/"><title xmlns="http://purl.org/dc/elements/1.1/">Rivers</title></dc:dc>""");
        assertThat(Typed.in(folder, "import", "a", "a.xml").status()).isZero();
        Typed set = Typed.in(folder, "source", "set", "a", "--derive", "mods", "--derive", "marc21");
        assertThat(set.status()).as(set.err()).isZero();
        assertThat(set.err()).contains("a: records are derived in oai_dc, mods, marc21");
        assertThat(Typed.in(folder, "export", "--prefix", "mods", "--format", "jsonl").out()).contains("<title>Rivers</title>");
        JsonNode shown = JSON.readTree(Typed.in(folder, "source", "show", "a", "--json").out());
        assertThat(shown.path("derived").valueStream().map(JsonNode::asString)).containsExactly("oai_dc", "mods", "marc21");
        assertThat(shown.path("withheld").asLong(-1)).isZero();
        assertThat(Typed.in(folder, "source", "derive", "a").status()).isZero();
        assertThat(Typed.in(folder, "source", "set", "a", "--derive", "none").status()).isZero();
        assertThat(Typed.in(folder, "export", "--prefix", "mods", "--format", "jsonl").out())
                .doesNotContain("<title>Rivers</title>");
    }

    @Test
    void formatWithoutACrosswalk_isWrongUsage() {
        Typed.in(folder, "source", "add", "a", "http://a.invalid/oai");
        Typed set = Typed.in(folder, "source", "set", "a", "--derive", "lido");
        assertThat(set.status()).isEqualTo(2);
        assertThat(set.err()).contains("'lido' is none of mods, marc21, datacite, oai_datacite");
    }
}
