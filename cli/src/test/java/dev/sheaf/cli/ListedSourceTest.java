package dev.sheaf.cli;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A source is left out of the repository of everything by a command, also while a hub runs. */
class ListedSourceTest {

    @TempDir
    private Path folder;

    private Typed type(String... arguments) {
        Typed typed = Typed.in(folder, arguments);
        assertThat(typed.status()).as(typed.err()).isZero();
        return typed;
    }

    @Test
    void unlistedSource_leavesTheAggregateOfEverything_untilItIsListedAgain() throws Exception {
        Files.writeString(folder.resolve("books.csv"), "id,title\n1,Emma\n");
        Files.writeString(folder.resolve("maps.csv"), "id,title\n1,Atlas\n");
        type("import", "books", "books.csv");
        type("import", "maps", "maps.csv");
        try (Typed.Serving serving = Typed.serving(folder); HttpClient client = HttpClient.newHttpClient()) {
            String everything = serving.address() + "/oai?verb=ListRecords&metadataPrefix=oai_dc";
            assertThat(get(client, everything)).contains("Emma", "Atlas");
            type("source", "set", "maps", "--option", "listed=off");
            assertThat(get(client, everything)).contains("Emma", "status=\"deleted\"").doesNotContain("Atlas");
            assertThat(get(client, serving.address() + "/oai/maps?verb=ListRecords&metadataPrefix=oai_dc")).contains("Atlas");
            assertThat(type("source", "show", "maps").out()).contains("left out of /oai");
            assertThat(type("source", "show", "maps", "--json").out().replace(" ", "")).contains("\"listed\":false");
            type("source", "set", "maps", "--name", "Maps");
            assertThat(get(client, everything)).as("other settings do not bring it back").doesNotContain("Atlas");
            type("source", "set", "maps", "--option", "listed=on");
            assertThat(get(client, everything)).contains("Emma", "Atlas").doesNotContain("deleted");
        }
        assertThat(Typed.in(folder, "source", "set", "maps", "--option", "listed=perhaps").status()).isEqualTo(2);
    }

    private static String get(HttpClient client, String address) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString()).body();
    }
}
