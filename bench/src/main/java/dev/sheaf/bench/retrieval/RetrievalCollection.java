package dev.sheaf.bench.retrieval;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.sheaf.bench.Filling;
import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** Real records in a new store with a search index. */
final class RetrievalCollection implements AutoCloseable {

    private static final int BATCH = 1_000;

    /**
     * A record.
     *
     * @param id unique over all files
     * @param creators names as given
     */
    record Work(String id, String title, List<String> creators) {}

    private final HubStore store;
    private final Path directory;
    private final List<Work> works = new ArrayList<>();
    private double seconds;
    private SearchIndex index;

    private RetrievalCollection(Path directory) throws IOException {
        Files.createDirectories(directory);
        this.directory = directory;
        this.store = HubStores.open(directory, Filling.IDENTITY, InstantSource.system());
        this.index = RecordIndex.open(directory.resolve("index"));
    }

    /** Reads records evenly from all files of a folder; each file is a source. */
    static RetrievalCollection ofCorpus(Path folder, int records, Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(folder)) {
            files = listed.filter(file -> file.toString().endsWith(".jsonl.gz")).sorted().toList();
        }
        RetrievalCollection collection = new RetrievalCollection(directory);
        for (Path file : files) {
            List<JsonNode> lines = lines(file);
            int step = Math.max(1, lines.size() * files.size() / records);
            List<JsonNode> taken = new ArrayList<>();
            for (int i = 0; i < lines.size(); i += step) {
                taken.add(lines.get(i));
            }
            collection.save(file.getFileName().toString().replace(".jsonl.gz", ""), taken);
        }
        collection.makeSearchable();
        return collection;
    }

    /** Reads all documents of a test collection. */
    static RetrievalCollection ofDocuments(Path file, Path directory) throws IOException {
        RetrievalCollection collection = new RetrievalCollection(directory);
        collection.save("documents", lines(file));
        collection.makeSearchable();
        return collection;
    }

    private static List<JsonNode> lines(Path file) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(JsonMapper.shared().readTree(line));
            }
        }
        return lines;
    }

    private void save(String source, List<JsonNode> lines) {
        store.put(Source.imported(source, null));
        for (int first = 0; first < lines.size(); first += BATCH) {
            List<OaiRecord> records = lines.subList(first, Math.min(lines.size(), first + BATCH)).stream().map(this::record)
                    .toList();
            store.save(new Batch(source, 0, MetadataFormat.OAI_DC, records));
        }
    }

    private OaiRecord record(JsonNode line) {
        String id = line.path("id").asString("");
        List<String> creators = line.path("creators").valueStream().map(name -> name.asString("")).toList();
        works.add(new Work(id, line.path("title").asString(""), creators));
        StringBuilder xml = new StringBuilder();
        append(xml, "title", line.path("title").asString(""));
        creators.forEach(name -> append(xml, "creator", name));
        append(xml, "creator", line.path("author").asString(""));
        line.path("subjects").valueStream().forEach(subject -> append(xml, "subject", subject.asString("")));
        append(xml, "subject", line.path("keywords").asString(""));
        append(xml, "description", line.path("description").asString(""));
        append(xml, "description", line.path("text").asString(""));
        for (String element : List.of("date", "type", "language")) {
            append(xml, element, line.path(element).asString(""));
        }
        line.path("identifiers").valueStream().forEach(identifier -> append(xml, "identifier", identifier.asString("")));
        return new OaiRecord(new Header(id, Datestamp.parse("2020-02-02"), List.of(), false),
                XmlFragment.of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\">" + xml
                        + "</oai_dc:dc>"));
    }

    private static void append(StringBuilder xml, String element, String text) {
        if (!text.isBlank()) {
            xml.append("<dc:").append(element).append('>')
                    .append(text.replace("&", "&amp;").replace("<", "&lt;")
                            .replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", " "))
                    .append("</dc:").append(element).append('>');
        }
    }

    private void makeSearchable() {
        long begun = System.nanoTime();
        try (SearchIndexer indexer = new SearchIndexer(store, directory.resolve("index"))) {
            indexer.catchUp();
        }
        seconds = (System.nanoTime() - begun) / 1e9;
        index.refresh();
    }

    SearchIndex index() {
        return index;
    }

    List<Work> works() {
        return works;
    }

    double indexingSeconds() {
        return seconds;
    }

    @Override
    public void close() {
        index.close();
        store.close();
    }
}
