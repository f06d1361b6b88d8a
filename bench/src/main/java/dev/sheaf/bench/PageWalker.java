package dev.sheaf.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/**
 * Client that walks a list from its first to its last page with the smallest possible work of a harvester: fetch, decompress, find the
 * token, discard. The same client is used for Sheaf and for files behind nginx, so that the difference is that of the servers.
 */
public final class PageWalker implements AutoCloseable {

    private static final byte[] RECORD = "<record>".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TOKEN = "<resumptionToken".getBytes(StandardCharsets.US_ASCII);

    /**
     * Result of a walk.
     *
     * @param records number of records; 0 if they were not counted
     * @param pages number of pages
     * @param bytes bytes of all pages, decompressed
     */
    public record Walk(long records, long pages, long bytes) {}

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String baseUrl;
    private final boolean gzip;
    private final byte[] chunk = new byte[1 << 16];
    private byte[] page = new byte[1 << 20];
    private int length;

    /** Returns the bytes of the last page, decompressed. Pages end at the ends of list blocks, so their sizes differ. */
    int length() {
        return length;
    }

    /**
     * Creates a client of a repository.
     *
     * @param gzip true to request compressed pages
     */
    public PageWalker(String baseUrl, boolean gzip) {
        this.baseUrl = baseUrl;
        this.gzip = gzip;
    }

    /**
     * Walks the list.
     *
     * @param counting true to count the records, which costs the client time, so it is only for checks and not for measurements
     * @throws IOException if a page has no successful answer
     */
    public Walk walk(boolean counting) throws IOException, InterruptedException {
        long records = 0;
        long pages = 0;
        long bytes = 0;
        String token = "";
        do {
            fetch(token.isEmpty() ? first() : next(token));
            records += counting ? count() : 0;
            pages++;
            bytes += length;
            token = token();
        } while (!token.isEmpty());
        return new Walk(records, pages, bytes);
    }

    static String first() {
        return "?verb=ListRecords&metadataPrefix=oai_dc";
    }

    static String next(String token) {
        return "?verb=ListRecords&resumptionToken=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
    }

    /** Fetches and decompresses one page, which stays until the next fetch. */
    void fetch(String query) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(baseUrl + query));
        if (gzip) {
            request.header("Accept-Encoding", "gzip");
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("status " + response.statusCode() + " for " + query);
        }
        byte[] body = response.body();
        if (response.headers().firstValue("Content-Encoding").orElse("").equals("gzip")) {
            unpack(body);
        } else {
            page = body;
            length = body.length;
        }
    }

    private void unpack(byte[] body) throws IOException {
        length = 0;
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(body), 1 << 15)) {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                if (length + n > page.length) {
                    page = Arrays.copyOf(page, Math.max(page.length * 2, length + n));
                }
                System.arraycopy(chunk, 0, page, length, n);
                length += n;
            }
        }
    }

    /** Returns the last page. */
    byte[] page() {
        return Arrays.copyOf(page, length);
    }

    /** Returns the token of the last page; empty at the end of the list. */
    String token() {
        int at = lastIndexOf(TOKEN);
        if (at < 0) {
            return "";
        }
        int start = at;
        while (page[start] != '>') {
            start++;
        }
        int end = start + 1;
        while (end < length && page[end] != '<') {
            end++;
        }
        return page[start - 1] == '/' ? "" : new String(page, start + 1, end - start - 1, StandardCharsets.UTF_8);
    }

    private int lastIndexOf(byte[] wanted) {
        outer : for (int i = length - wanted.length; i >= 0 && i > length - 4096; i--) {
            for (int j = 0; j < wanted.length; j++) {
                if (page[i + j] != wanted[j]) {
                    continue outer;
                }
            }
            return i;
        }
        return -1;
    }

    private long count() {
        long count = 0;
        outer : for (int i = 0; i <= length - RECORD.length; i++) {
            if (page[i] != '<') {
                continue;
            }
            for (int j = 1; j < RECORD.length; j++) {
                if (page[i + j] != RECORD[j]) {
                    continue outer;
                }
            }
            count++;
            i += RECORD.length;
        }
        return count;
    }

    @Override
    public void close() {
        client.close();
    }
}
