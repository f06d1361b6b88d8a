package dev.sheaf.bench.published;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;

import com.github.luben.zstd.ZstdInputStream;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.OaiReader;

/** Client that counts the bytes of the lists of a repository as they are on the wire, without the headers of HTTP. For one thread. */
final class Wire implements AutoCloseable {

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String baseUrl;

    /**
     * A list, fetched from its first to its last page.
     *
     * @param bytes of all bodies on the wire
     * @param plain bytes of all bodies, unpacked
     * @param records of all pages
     */
    record Fetched(long bytes, long plain, int records) {}

    Wire(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    /**
     * Fetches a list.
     *
     * @param prefix of the metadata format
     * @param from first datestamp; null for all records
     * @param coding {@code identity}, {@code gzip} or {@code zstd}
     */
    Fetched list(String prefix, @Nullable String from, String coding) throws IOException, InterruptedException {
        Fetched all = new Fetched(0, 0, 0);
        String query = "?verb=ListRecords&metadataPrefix=" + prefix + (from == null ? "" : "&from=" + from);
        while (!query.isEmpty()) {
            HttpResponse<byte[]> response = client.send(
                    HttpRequest.newBuilder(URI.create(baseUrl + query)).header("Accept-Encoding", coding).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode() + " for " + query);
            }
            byte[] plain = plain(response.body(), response.headers().firstValue("Content-Encoding").orElse("identity"));
            OaiResponse.ListRecords page = records(plain, query);
            all = new Fetched(all.bytes + response.body().length, all.plain + plain.length,
                    all.records + page.records().size());
            ResumptionToken token = page.resumptionToken();
            query = token == null || token.value().isEmpty()
                    ? ""
                    : "?verb=ListRecords&resumptionToken=" + URLEncoder.encode(token.value(), StandardCharsets.UTF_8);
        }
        return all;
    }

    private static OaiResponse.ListRecords records(byte[] page, String query) throws IOException {
        try {
            if (OaiReader.read(page).answer() instanceof OaiResponse.ListRecords list) {
                return list;
            }
        } catch (OaiFormatException failure) {
            throw new IOException("the answer to " + query + " cannot be read", failure);
        }
        throw new IOException("no list answers " + query);
    }

    private static byte[] plain(byte[] body, String coding) throws IOException {
        try (InputStream in = switch (coding) {
            case "gzip" -> new GZIPInputStream(new ByteArrayInputStream(body));
            case "zstd" -> new ZstdInputStream(new ByteArrayInputStream(body));
            default -> new ByteArrayInputStream(body);
        }) {
            return in.readAllBytes();
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
