package dev.sheaf.bench;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.OaiSet;
import dev.sheaf.core.RepositoryDescription;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.xml.OaiWriter;

/**
 * Repository as files for a server that only sends files: every page of its list, plain and precompressed, and the answers to the first
 * three requests of a harvester. A token is the name of its file.
 *
 * @param folder folder of the files
 * @param records number of records in the list
 * @param pageSize records of a page, except the last
 */
record PageFiles(Path folder, int records, int pageSize) {

    private static final Instant WRITTEN = Instant.parse("2030-01-01T00:00:00Z");
    private static final OaiResponse.RequestEcho REQUEST = new OaiResponse.RequestEcho("http://bench.example.org/oai", Map.of());

    /** Writes the files, unless the folder contains them already. */
    static PageFiles write(Path folder, int records, int pageSize) throws IOException {
        PageFiles files = new PageFiles(folder, records, pageSize);
        Path complete = folder.resolve("complete-" + records + "-" + pageSize);
        if (!Files.exists(complete)) {
            Files.createDirectories(folder);
            files.write();
            Files.createFile(complete);
        }
        return files;
    }

    private void write() throws IOException {
        file("Identify", new OaiResponse.Identify(new RepositoryDescription("Synthetic records",
                "http://bench.example.org/oai", "2.0", List.of("bench@example.org"), Datestamp.parse("2014-01-01T00:00:00Z"),
                "persistent", "YYYY-MM-DDThh:mm:ssZ", List.of("gzip"), List.of())));
        file("ListMetadataFormats", new OaiResponse.ListMetadataFormats(List.of(MetadataFormat.OAI_DC)));
        file("ListSets", new OaiResponse.ListSets(List.of(new OaiSet(new SetSpec("half"), "Half of them", List.of())), null));
        SyntheticRecords synthetic = new SyntheticRecords();
        for (int first = 0; first < records; first += pageSize) {
            int next = Math.min(records, first + pageSize);
            file(name(first), new OaiResponse.ListRecords(synthetic.batch(first, next - first),
                    new ResumptionToken(next == records ? "" : name(next), null, (long) records, (long) first)));
        }
    }

    private static String name(int first) {
        return first == 0 ? "first" : "t" + first;
    }

    private void file(String name, OaiResponse.Answer answer) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 20);
        OaiWriter.write(new OaiResponse(Datestamp.ofSecond(WRITTEN), REQUEST, answer), page);
        Files.write(folder.resolve(name), page.toByteArray());
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + ".gz")), 1 << 16)) {
            page.writeTo(gzip);
        }
    }

    /** Returns the bytes of all pages, plain. */
    long bytes() throws IOException {
        long bytes = 0;
        for (int first = 0; first < records; first += pageSize) {
            bytes += Files.size(folder.resolve(name(first)));
        }
        return bytes;
    }

    /** Returns the first pages, up to a number. */
    List<Path> first(int count) {
        List<Path> pages = new ArrayList<>();
        for (int first = 0; first < records && pages.size() < count; first += pageSize) {
            pages.add(folder.resolve(name(first)));
        }
        return pages;
    }

    /**
     * Writes the addresses of all pages for {@code curl --config}.
     *
     * @param compressed true to ask for gzip
     */
    void curlConfiguration(String url, Path file, boolean compressed) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(file)) {
            lines.write(compressed ? "silent\nfail\nheader = \"Accept-Encoding: gzip\"\n" : "silent\nfail\n");
            for (int first = 0; first < records; first += pageSize) {
                String query = first == 0 ? PageWalker.first() : PageWalker.next(name(first));
                lines.write("url = \"" + url + query + "\"\n");
            }
        }
    }
}
