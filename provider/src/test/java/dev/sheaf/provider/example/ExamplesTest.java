package dev.sheaf.provider.example;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.sun.net.httpserver.HttpServer;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.core.OaiError;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;
import dev.sheaf.provider.TokenKey;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples in docs/library.md work. */
class ExamplesTest {

    private final List<BookRepository.Book> books = List.of(book(1, "Middlemarch", "2024-01-01T00:00:00Z"),
            book(2, "Emma", "2024-01-02T00:00:00Z"), book(3, "Villette", "2024-01-02T00:00:00Z"));
    private HttpServer server;

    private static BookRepository.Book book(long number, String title, String changed) {
        return new BookRepository.Book(number, title, "Somebody", Instant.parse(changed));
    }

    @BeforeEach
    void start() throws IOException {
        server = ServeBooks.start(new BookRepository(books, SettableClock.at("2024-05-10T09:00:00Z")), TokenKey.freshSecret(),
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private OaiResponse ask(String query) throws IOException, OaiFormatException {
        URI uri = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/oai?" + query);
        try (InputStream in = uri.toURL().openStream()) {
            return OaiReader.read(in.readAllBytes());
        }
    }

    @Test
    void listOfBooks_isReadPageByPage() throws IOException, OaiFormatException {
        List<String> seen = new ArrayList<>();
        String query = "verb=ListRecords&metadataPrefix=oai_dc";
        int pages = 0;
        for (String next = query; next != null; pages++) {
            OaiResponse.ListRecords page = (OaiResponse.ListRecords) ask(next).answer();
            page.records().stream().map(OaiRecord::identifier).forEach(seen::add);
            next = following(page.resumptionToken());
        }
        assertThat(pages).isEqualTo(2);
        assertThat(seen).containsExactly("oai:books.example.org:1", "oai:books.example.org:2", "oai:books.example.org:3");
    }

    private static @Nullable String following(@Nullable ResumptionToken token) {
        return token == null || token.isLast() ? null : "verb=ListRecords&resumptionToken=" + token.value();
    }

    @Test
    void book_isFoundByItsIdentifier() throws IOException, OaiFormatException {
        OaiResponse.GetRecord got = (OaiResponse.GetRecord) ask(
                "verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:books.example.org:2").answer();
        assertThat(got.record().metadata()).asString().contains("<dc:title>Emma</dc:title>");
    }

    @Test
    void faultyRequestGetsAnErrorResponse() throws IOException, OaiFormatException {
        OaiResponse.Errors errors = (OaiResponse.Errors) ask("verb=ListRecords&metadataPrefix=oai_dc&from=yesterday").answer();
        assertThat(errors.has(OaiError.Code.BAD_ARGUMENT)).isTrue();
    }

    @Test
    void servlet_givesTheSameAnswers() throws Exception {
        Server jetty = ServeBooksAsServlet.start(new BookRepository(books, SettableClock.at("2024-05-10T09:00:00Z")),
                TokenKey.freshSecret(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        try (InputStream in = jetty.getURI().resolve("/oai?verb=ListRecords&metadataPrefix=oai_dc").toURL().openStream()) {
            OaiResponse response = OaiReader.read(in.readAllBytes());
            assertThat(((OaiResponse.ListRecords) response.answer()).records()).hasSize(3);
            assertThat(response.request().baseUrl()).isEqualTo("https://books.example.org/oai");
        } finally {
            jetty.stop();
        }
    }
}
