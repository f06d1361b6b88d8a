package dev.sheaf.platform.proxy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

import dev.sheaf.core.Namespaces;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.misbehaviour.MisbehavingServer;
import dev.sheaf.simulator.misbehaviour.Misbehaviour;
import dev.sheaf.simulator.misbehaviour.Misbehaviours;
import dev.sheaf.store.sources.ProxiedTally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Every malformed case through the proxy, read by a client that takes nothing but XML as the JDK's parser knows it. */
class MalformedResponsesTest {

    private static final int MOST_PAGES = 50;
    private static final int MOST_WAITS = 8;

    @SuppressWarnings("NullAway.Init")
    private ProxyFixture hub;
    private final SAXParser parser = strict();

    @BeforeEach
    void start(@TempDir Path data) throws ServerStartException {
        hub = new ProxyFixture(data);
    }

    @AfterEach
    void close() {
        hub.close();
    }

    private static SAXParser strict() {
        try {
            SAXParserFactory factory = SAXParserFactory.newInstance();
            factory.setNamespaceAware(true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newSAXParser();
        } catch (ParserConfigurationException | SAXException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Content of a response as a strict client finds it. */
    private static final class Found extends DefaultHandler {

        private final Set<String> records = new HashSet<>();
        private final StringBuilder text = new StringBuilder();
        private String token = "";
        private String error = "";
        private boolean inHeader;

        @Override
        public void startElement(String uri, String local, String name, Attributes attributes) {
            text.setLength(0);
            inHeader |= local.equals("header");
            if (local.equals("error") && uri.equals(Namespaces.OAI)) {
                error = attributes.getValue("code");
            }
        }

        @Override
        public void characters(char[] characters, int start, int length) {
            text.append(characters, start, length);
        }

        @Override
        public void endElement(String uri, String local, String name) {
            if (inHeader && local.equals("identifier")) {
                records.add(text.toString());
            } else if (local.equals("header")) {
                inHeader = false;
            } else if (local.equals("resumptionToken")) {
                token = text.toString();
            }
        }
    }

    private Found parsed(HttpResponse<byte[]> response, String what) {
        Found found = new Found();
        try {
            parser.parse(new ByteArrayInputStream(response.body()), found);
        } catch (SAXException | IOException failure) {
            throw new AssertionError(what + ": " + failure.getMessage() + "\n" + ProxyFixture.text(response), failure);
        }
        return found;
    }

    /** How a list went. */
    private record Walk(int pages, Set<String> records, String end) {}

    /** A list as a patient harvester asks for it: told to wait, it waits and asks again. */
    private Walk walk(String id, String set) throws IOException, InterruptedException {
        Set<String> records = new HashSet<>();
        String query = "verb=ListRecords&metadataPrefix=oai_dc" + set;
        int pages = 0;
        int waits = 0;
        while (pages < MOST_PAGES) {
            HttpResponse<byte[]> response = hub.get("/proxy/" + id + "?" + query);
            if (response.statusCode() == 503 && ++waits <= MOST_WAITS) {
                hub.clock.advance(Duration.ofMinutes(10));
                continue;
            }
            if (response.statusCode() != 200) {
                return new Walk(pages, records, response.statusCode() + ": " + ProxyFixture.text(response).strip());
            }
            pages++;
            Found found = parsed(response, id);
            records.addAll(found.records);
            if (!found.error.isEmpty()) {
                return new Walk(pages, records, "error " + found.error);
            }
            if (found.token.isEmpty()) {
                return new Walk(pages, records, "end");
            }
            query = "verb=ListRecords&resumptionToken=" + URLEncoder.encode(found.token, StandardCharsets.UTF_8);
        }
        return new Walk(pages, records, "no end");
    }

    private static void write(String file, List<String> lines) throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.write(Path.of("target", file), lines);
    }

    /** A fault through the proxy: how its list went, and how many records the server has at the end. */
    private record Played(Misbehaviour misbehaviour, Walk walk, ProxiedTally tally, long expected) {

        boolean isShort() {
            return walk.records().size() + tally.dropped() < expected;
        }

        String row() {
            return "| `%s` | %d | %d | %d | %d | %d | %s |".formatted(misbehaviour.name(), walk.pages(), expected,
                    walk.records().size(), tally.repaired(), tally.dropped(), walk.end().replace('|', ' '));
        }
    }

    private List<Played> play(Predicate<Misbehaviour> which) throws IOException, InterruptedException {
        List<Played> played = new ArrayList<>();
        for (Misbehaviour one : Misbehaviours.all()) {
            if (!which.test(one)) {
                continue;
            }
            // Each its own server: a host that failed once is left in peace for a while.
            try (MisbehavingServer server = MisbehavingServer.start(hub.clock)) {
                String id = one.name().replace('.', '-');
                hub.store.put(Source.harvested(id, server.baseUrl(one.name())));
                Walk walk = walk(id, one.sets().isEmpty()
                        ? ""
                        : "&set=" + URLEncoder.encode(one.sets().getFirst(), StandardCharsets.UTF_8));
                hub.proxy.flush();
                long expected = server.stage(one.name()).orElseThrow().records().stream()
                        .filter(record -> one.sets().isEmpty() || record.header().sets().stream()
                                .anyMatch(set -> one.sets().getFirst().equals(set.value())))
                        .count();
                played.add(new Played(one, walk, hub.store.faults().proxied(id, hub.clock.instant()), expected));
                hub.clock.advance(Duration.ofHours(2));
            }
        }
        return played;
    }

    private static String table(List<Played> played) {
        return "| behaviour | pages read | records | kept | repaired | left out | end |\n|---|---|---|---|---|---|---|\n"
                + String.join("\n", played.stream().map(Played::row).toList()) + "\n";
    }

    private static List<String> names(List<Played> played, Predicate<Played> which) {
        return played.stream().filter(which).map(one -> one.misbehaviour().name()).toList();
    }

    @Test
    void strictClient_readsServersWithMalformedXml() throws Exception {
        List<Played> played = play(one -> one.group() == Misbehaviour.Group.BYTES);
        write("proxy-behaviours.md", List.of(table(played)));
        // Nobody can tell what should follow a page that ends early or is not there; that is said, and no short list is made of it.
        assertThat(names(played, one -> one.isShort() || !one.walk().end().equals("end"))).as(table(played))
                .containsExactlyInAnyOrder("always-empty-body", "body-ends-early", "empty-body", "page-cut-in-metadata");
        assertThat(played).filteredOn(Played::isShort).allMatch(one -> one.walk().end().startsWith("502: "));
    }

    @Test
    void strictClient_readsServersWithOtherMisbehaviours() throws Exception {
        List<Played> played = play(one -> one.group() != Misbehaviour.Group.BYTES);
        StringBuilder tables = new StringBuilder();
        for (Misbehaviour.Group group : Misbehaviour.Group.values()) {
            List<Played> some = played.stream().filter(one -> one.misbehaviour().group() == group).toList();
            if (!some.isEmpty()) {
                tables.append("\n").append(group.text()).append("\n\n").append(table(some));
            }
        }
        write("proxy-other-behaviours.md", List.of(tables.toString()));
        assertThat(played).hasSizeGreaterThan(150);
        // Each of their pages is as it should be. Only a harvest of the whole list finds that pages are missing or never end.
        assertThat(names(played, one -> one.isShort() && one.walk().end().equals("end"))).as(tables.toString())
                .isSubsetOf("token-empty-too-early", "list-ends-early", "empty-page-once", "empty-page-in-list", "unsteady-order",
                        "set-hides-deletions");
        assertThat(names(played, one -> one.walk().end().equals("no end"))).as(tables.toString()).containsExactlyInAnyOrder(
                "token-repeats-for-ever", "same-page-for-ever", "token-ignored", "last-page-for-ever");
    }

    @ParameterizedTest
    @CsvSource({"../testkit/samples, oai-responses/search.example.org/notxml-html.html",
            "../../shared/data, oai-responses/duckduckgo.com/notxml-html.html"})
    void strictClient_readsRecordedMalformedResponses(Path data, String webPage) throws Exception {
        Path index = data.resolve("oai-responses").resolve("index.tsv");
        assumeTrue(Files.exists(index), "skipped: the recorded responses are not beside this checkout, in ../shared/data");
        List<String> table = new ArrayList<>(
                List.of("| recorded response | status | kept | repaired | left out |", "|---|---|---|---|---|"));
        List<String> refused = new ArrayList<>();
        List<String> lines = Files.readAllLines(index);
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split("\t", -1);
            if (!columns[5].equals("no")) {
                continue;
            }
            byte[] body = bytes(data.resolve(columns[0]));
            hub.provider.behave();
            hub.provider.when(ReceivedRequest.any(), (_, reply) -> reply.withBody(body));
            HttpResponse<byte[]> response = hub.get("/proxy/a?" + query(columns[2]));
            if (response.statusCode() == 200) {
                Found found = parsed(response, columns[0]);
                table.add("| `%s` | 200 | %d | %s | %s |".formatted(columns[0], found.records.size(),
                        ProxyFixture.header(response, Output.REPAIRED), ProxyFixture.header(response, Output.DROPPED)));
            } else {
                refused.add(columns[0]);
                table.add("| `%s` | %d: %s | | | |".formatted(columns[0], response.statusCode(),
                        ProxyFixture.text(response).strip()));
            }
        }
        write("proxy-recorded.md", table);
        // A search engine's page is none of a repository's.
        assertThat(refused).as(String.join("\n", table)).containsExactly(webPage);
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = file.toString().endsWith(".gz")
                ? new GZIPInputStream(Files.newInputStream(file))
                : Files.newInputStream(file)) {
            return in.readAllBytes();
        }
    }

    private static String query(String verb) {
        return switch (verb) {
            case "ListIdentifiers", "ListRecords" -> "verb=" + verb + "&metadataPrefix=oai_dc";
            case "GetRecord" -> "verb=GetRecord&identifier=x&metadataPrefix=oai_dc";
            case "unparsed" -> "verb=Identify";
            case "Identify", "ListSets", "ListMetadataFormats" -> "verb=" + verb;
            default -> "verb=ListRecords&metadataPrefix=oai_dc";
        };
    }
}
