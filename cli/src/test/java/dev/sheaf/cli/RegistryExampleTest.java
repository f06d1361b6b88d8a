package dev.sheaf.cli;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.cli.documentation.Pages;

import static org.assertj.core.api.Assertions.assertThat;

/** The registry and the thesaurus of docs/registry.md, with the files and commands of that page. */
class RegistryExampleTest {

    @TempDir
    private Path folder;

    private void save(String name, String language) throws Exception {
        Pages.Block block = Pages.blocks().stream()
                .filter(one -> one.page().contains("registry.md") && one.language().equals(language)).findFirst()
                .orElseThrow();
        Files.write(folder.resolve(name), block.lines());
    }

    private HttpResponse<String> get(HttpClient client, String address, String accept) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address)).header("Accept", accept).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void entriesAndTerms_haveAddressesThatAnswerOneGetRecord() throws Exception {
        save("registry.csv", "csv");
        save("thesaurus.xml", "xml");
        assertThat(Typed.in(folder, "import", "registry", "registry.csv").err()).contains("registry: 3 new\n");
        assertThat(Typed.in(folder, "import", "thesaurus", "thesaurus.xml", "--prefix", "skos").err()).contains(
                "thesaurus.xml: 2 records, all taken\n", "thesaurus: 2 new\n");
        try (Typed.Serving serving = Typed.serving(folder);
                HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()) {
            String entry = serving.address()
                    + "/oai/registry?verb=GetRecord&metadataPrefix=oai_dc&identifier=info:ofi/fmt:kev:mtx:book";
            HttpResponse<String> xml = get(client, entry, "*/*");
            assertThat(xml.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/xml");
            assertThat(xml.body()).contains("<?xml-stylesheet", "<identifier>info:ofi/fmt:kev:mtx:book</identifier>",
                    "Keys and values that describe a book");
            HttpResponse<String> page = get(client, entry, "text/html,application/xhtml+xml,application/xml;q=0.9");
            assertThat(page.uri().getPath()).isEqualTo("/browse/registry");
            assertThat(page.body()).contains("info:ofi/fmt:kev:mtx:book", "Keys and values that describe a book");

            String namespace = get(client, entry.replace("fmt:kev:mtx:book", "nam:info:doi:"), "*/*").body();
            assertThat(namespace).contains("<identifier>info:ofi/nam:info:doi:</identifier>", "Namespace of DOIs");

            String term = serving.address()
                    + "/oai/thesaurus?verb=GetRecord&metadataPrefix=skos&identifier=https://thesaurus.example.org/rivers";
            assertThat(get(client, term, "*/*").body()).contains("<identifier>https://thesaurus.example.org/rivers</identifier>",
                    "Rivers</skos:prefLabel>", "Streams").doesNotContain("Gewässer");
            assertThat(get(client, term.replace("metadataPrefix=skos", "metadataPrefix=oai_dc"), "*/*").body()).contains(
                    "<dc:identifier>https://thesaurus.example.org/rivers</dc:identifier>");
        }
    }
}
