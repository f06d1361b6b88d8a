package dev.sheaf.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The identifiers of a source that was never public appear at no address of the hub. */
class ClosedImportTest {

    private static final String CANARY = "canary7391";
    private static final List<String> DOORS = List.of("/oai?verb=ListIdentifiers&metadataPrefix=oai_dc",
            "/oai?verb=ListRecords&metadataPrefix=oai_dc", "/oai?verb=ListSets", "/oai?verb=Identify",
            "/oai?verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:lib.example.org:libris/" + CANARY,
            "/oai?verb=ListMetadataFormats&identifier=oai:lib.example.org:libris/" + CANARY,
            "/oai/libris?verb=ListIdentifiers&metadataPrefix=oai_dc", "/", "/search?q=" + CANARY, "/search?q=Secret",
            "/browse/libris",
            "/feed.atom", "/sitemap.xml", "/sru?version=1.2&operation=searchRetrieve&query=Secret", "/.well-known/resourcesync",
            "/resourcesync/capabilitylist.xml", "/resourcesync/changelist.xml", "/dumps", "/stats",
            "/id/oai:lib.example.org:libris/" + CANARY, "/api/sources", "/api/search?q=Secret");

    @TempDir
    private Path folder;

    private void closedImport() throws Exception {
        Files.writeString(folder.resolve("x.ris"), "TY  - JOUR\nID  - " + CANARY + "\nTI  - Secret papers\nER  - \n");
        Files.writeString(folder.resolve("open.ris"), "TY  - JOUR\nID  - o1\nTI  - Open papers\nER  - \n");
        Files.writeString(folder.resolve("hub.yaml"), "repositories:\n  libris:\n    limits: {deny: all}\n");
        assertThat(Typed.in(folder, "--config", "hub.yaml", "import", "libris", "x.ris", "--identifier-domain", "lib.example.org")
                .err())
                .contains("1 new");
        assertThat(Typed
                .in(folder, "--config", "hub.yaml", "import", "open", "open.ris", "--identifier-domain", "lib.example.org").err())
                .contains("1 new");
    }

    private void isNowhere(String... arguments) throws Exception {
        try (Typed.Serving hub = Typed.serving(folder, arguments); HttpClient client = HttpClient.newHttpClient()) {
            String address = hub.address();
            assertThat(get(client, address + "/oai?verb=ListIdentifiers&metadataPrefix=oai_dc")).contains("open/o1");
            for (String door : DOORS) {
                assertThat(get(client, address + door).replace(door.replaceAll(".*[=/:]", ""), "")).as(door)
                        .doesNotContain("libris/" + CANARY + "</identifier>", "status=\"deleted\"", "Secret papers");
                if (!door.contains(CANARY)) {
                    assertThat(get(client, address + door)).as(door).doesNotContain(CANARY);
                }
            }
        }
    }

    private static String get(HttpClient client, String address) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()).body();
    }

    @Test
    void sourceThatTheConfigurationCloses_isImportedWithoutATrace() throws Exception {
        closedImport();
        isNowhere("--config", "hub.yaml");
    }

    /** The store keeps the lists, so commands without the configuration obey them as well. */
    @Test
    void laterImportWithoutTheConfiguration_obeysTheListsOfTheStore() throws Exception {
        closedImport();
        Files.writeString(folder.resolve("x.ris"), "TY  - JOUR\nID  - " + CANARY + "b\nTI  - Secret papers b\nER  - \n");
        assertThat(Typed.in(folder, Map.of(), "import", "libris", "x.ris", "--identifier-domain", "lib.example.org").err())
                .contains("1 new");
        isNowhere("--config", "hub.yaml");
    }
}
