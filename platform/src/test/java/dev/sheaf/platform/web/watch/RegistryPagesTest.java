package dev.sheaf.platform.web.watch;

import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.description.ContainerReader;
import dev.sheaf.core.description.Friends;
import dev.sheaf.harvester.discovery.AddressList;
import dev.sheaf.harvester.discovery.AddressReceiver;
import dev.sheaf.harvester.discovery.ListedAddress;
import dev.sheaf.store.conformance.Registry;
import dev.sheaf.store.conformance.Registry.ListedName;

import static org.assertj.core.api.Assertions.assertThat;

class RegistryPagesTest extends WatchPagesFixture {

    private static final String UNKNOWN = "https://unknown.example.org/oai?a=1&b=<2>";
    private static final String LIST = "https://lists.example.org/ListFriends";

    private void registered(String address, String name) {
        store().registry().add(new Registry.Entry(address, name, clock.instant(), null), "it passed");
    }

    /** One conformant source, one repository that is no source, and one source that is closed to this client. */
    private void fill() {
        validated("good", server.baseUrl("well-behaved"));
        registered(server.baseUrl("well-behaved"), "<b>Good</b>");
        registered(UNKNOWN.replace("<2>", "2"), "");
        validated("closed", server.baseUrl("well-behaved") + "?closed=1");
        registered(server.baseUrl("well-behaved") + "?closed=1", "Closed");
    }

    private List<String> addresses(String path) throws Exception {
        HttpResponse<String> response = get(path);
        assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/xml");
        List<String> addresses = new ArrayList<>();
        AddressList.read(new ByteArrayInputStream(response.body().getBytes(StandardCharsets.UTF_8)), new AddressReceiver() {
            @Override
            public void address(ListedAddress address) {
                addresses.add(address.baseUrl().toString());
            }

            @Override
            public void invalid(long line, String reason) {
                addresses.add(reason);
            }
        });
        return addresses;
    }

    @Test
    void bothXmlForms_areReadByDiscoveryAndTheContainerIsValid() throws Exception {
        fill();
        List<String> expected = List.of(server.baseUrl("well-behaved"), "https://unknown.example.org/oai?a=1&b=2");
        assertThat(addresses("/registry/friends.xml")).containsExactlyElementsOf(expected);
        assertThat(addresses("/registry/ListFriends.xml")).containsExactlyElementsOf(expected);
        String xml = page("/registry/friends.xml");
        assertThat(ContainerReader.description(XmlFragment.of(xml.substring(xml.indexOf("<friends")).strip())))
                .contains(new Friends(expected));
        assertThat(addresses("/registry/friends.xml?verdict=conformant")).containsExactly(server.baseUrl("well-behaved"));
    }

    @Test
    void json_hasVerdicts() throws Exception {
        fill();
        JsonNode repositories = JsonMapper.shared().readTree(page("/registry/registry.json")).path("repositories");
        assertThat(repositories.size()).isEqualTo(2);
        assertThat(repositories.get(0).path("verdict").asString()).isEqualTo("conformant");
        assertThat(repositories.get(0).path("source").asString()).isEqualTo("good");
        assertThat(repositories.get(1).path("verdict").asString()).isEqualTo("not judged yet");
        assertThat(repositories.get(1).path("source").isNull()).isTrue();
    }

    @Test
    void page_showsVerdictsChangesAndComparisons_andNothingOfClosedSources() throws Exception {
        fill();
        store().registry().compared(LIST, clock.instant(), List.of(new ListedName("https://b.example.org/<i>", "B")));
        store().registry().compared(LIST, clock.instant().plusSeconds(1),
                List.of(new ListedName("https://c.example.org/oai", "C")));
        store().registry().notCompared(LIST, clock.instant().plusSeconds(2), "secret-proxy.internal did not answer");
        String page = page("/registry");
        assertThat(page).contains("&lt;b&gt;Good&lt;/b&gt;", "conformant", "was added: it passed", LIST, "1 only in the list",
                "1 no longer in the list", "https://c.example.org/oai").doesNotContain("Closed", "closed=1", "<b>", "<i>",
                        "secret-proxy");
        clock.advance(Duration.ofDays(91));
        assertThat(page("/registry")).contains("not judged lately");
    }

    @Test
    void emptyRegistry_hasAllForms() throws Exception {
        assertThat(page("/registry")).contains("There are none yet");
        assertThat(addresses("/registry/friends.xml")).isEmpty();
        assertThat(addresses("/registry/ListFriends.xml")).isEmpty();
        assertThat(page("/registry/registry.json")).contains("\"repositories\":[]");
    }
}
