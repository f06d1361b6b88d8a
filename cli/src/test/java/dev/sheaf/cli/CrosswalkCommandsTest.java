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

/** The commands about crosswalks and schemas of one's own, typed; with the process that runs the stylesheets, and a hub. */
class CrosswalkCommandsTest {

    private static final String STYLESHEET = """
            <xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:h="http://example.org/heritage">
            <xsl:param name="identifier"/>
            <xsl:template match="/"><xsl:if test="//name = 'Broken'"><xsl:message terminate="yes">no such thing</xsl:message></xsl:if>
            <h:heritage><h:id><xsl:value-of select="$identifier"/></h:id><h:name>%s<xsl:value-of select="//name"/></h:name></h:heritage>
            </xsl:template>
            </xsl:stylesheet>
            """;

    @TempDir
    private Path folder = Path.of("");

    private Typed type(String... words) {
        return Typed.in(folder, words);
    }

    private Typed add(String before) throws IOException {
        Files.writeString(folder.resolve("heritage.xsl"), STYLESHEET.formatted(before));
        return type("crosswalk", "add", "heritage", "heritage.xsl", "--from", "http://example.org/thing", "--to", "heritage",
                "--namespace", "http://example.org/heritage");
    }

    private void importThings(String... names) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (String name : names) {
            lines.append("""
                    {"identifier":"oai:things.example.org:%s","prefix":"thing","deleted":false,"sets":[],"about":[],"metadata":\
                    "<t:thing xmlns:t='http://example.org/thing'><name>%s</name></t:thing>"}
                    """.formatted(name, name));
        }
        Files.writeString(folder.resolve("things.jsonl"), lines);
        Typed typed = type("import", "museum", "things.jsonl");
        assertThat(typed.status()).as(typed.err()).isZero();
    }

    @Test
    void crosswalkOfTheUser_makesRecords_andItsNextVersionMakesThemAgain() throws Exception {
        importThings("Tile", "Broken");
        Typed added = add("");
        assertThat(added.status()).as(added.err()).isZero();
        assertThat(type("crosswalk", "list").out()).contains("heritage\thttp://example.org/thing\theritage");

        Files.writeString(folder.resolve("sample.xml"),
                "<t:thing xmlns:t='http://example.org/thing'><name>Vase</name></t:thing>");
        assertThat(type("crosswalk", "try", "heritage", "sample.xml").out()).contains("<h:name>Vase</h:name>");

        Typed chosen = type("source", "set", "museum", "--derive", "heritage");
        assertThat(chosen.status()).as(chosen.err()).isZero();
        assertThat(chosen.err()).contains("1 withheld");
        assertThat(type("source", "show", "museum").out()).contains("no such thing");
        assertThat(type("export", "--source", "museum", "--prefix", "heritage", "--format", "jsonl").out())
                .contains("<h:name>Tile</h:name>", "<h:id>oai:things.example.org:Tile</h:id>").doesNotContain("Broken");

        assertThat(add("A ").status()).isZero();
        assertThat(type("export", "--source", "museum", "--prefix", "heritage", "--format", "jsonl").out())
                .contains("<h:name>A Tile</h:name>");

        Typed kept = type("crosswalk", "remove", "heritage");
        assertThat(kept.status()).isEqualTo(1);
        assertThat(kept.err()).contains("museum");
        assertThat(type("source", "set", "museum", "--derive", "none").status()).isZero();
        assertThat(type("crosswalk", "remove", "heritage").status()).isZero();
        assertThat(type("source", "set", "museum", "--derive", "heritage").status()).isEqualTo(2);
    }

    @Test
    void faultyStylesheet_isRefusedWithItsLine() throws Exception {
        Files.writeString(folder.resolve("faulty.xsl"), STYLESHEET.formatted("").replace("$identifier", "$missing"));
        Typed refused = type("crosswalk", "add", "faulty", "faulty.xsl", "--from", "thing", "--to", "heritage", "--namespace",
                "http://example.org/heritage");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("line 4", "missing").doesNotContain("at dev.sheaf");
        Typed listed = type("crosswalk", "list");
        assertThat(listed.out()).isEmpty();
        assertThat(listed.err()).contains("No crosswalks yet");
    }

    @Test
    void schemaOfTheUser_isServedAndAnnounced() throws Exception {
        importThings("Tile");
        String schema = "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" targetNamespace=\"http://example.org/thing\"/>";
        Files.writeString(folder.resolve("thing.xsd"), schema);
        Files.writeString(folder.resolve("page.xsd"), "<html/>");
        assertThat(type("schema", "add", "thing", "page.xsd").status()).isEqualTo(1);
        Typed added = type("schema", "add", "thing", "thing.xsd");
        assertThat(added.status()).as(added.err()).isZero();
        assertThat(type("schema", "list").out()).contains("thing\tthing.xsd");
        try (Typed.Serving hub = Typed.serving(folder)) {
            String address = hub.address();
            HttpResponse<String> served = get(address + "/schemas/thing.xsd");
            assertThat(served.body()).isEqualTo(schema);
            assertThat(served.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("application/xml"));
            assertThat(served.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(get(address + "/schemas/other.xsd").statusCode()).isEqualTo(404);
            for (String repository : new String[]{"/oai", "/oai/museum"}) {
                assertThat(get(address + repository + "?verb=ListMetadataFormats").body()).as(repository)
                        .contains("<schema>" + address + "/schemas/thing.xsd</schema>");
            }
        }
        assertThat(type("schema", "remove", "thing").status()).isZero();
        assertThat(type("schema", "list").out()).isEmpty();
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
