package dev.sheaf.platform.search;

import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.SetSpec;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.search.SearchHit;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.search.SearchQuery;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** A store and its index in a directory, filled by a test. */
public final class SearchHub implements AutoCloseable {

    private static final Datestamp SOME_DAY = Datestamp.parse("2020-02-02");

    private final Path directory;
    private final HubStore store;
    private final SearchIndexer indexer;
    private final SearchIndex index;

    public SearchHub(Path directory) {
        this.directory = directory;
        this.store = openStore(directory, InstantSource.fixed(Instant.parse("2024-05-06T07:08:09Z")));
        this.indexer = new SearchIndexer(store, indexDirectory());
        this.index = RecordIndex.open(indexDirectory());
    }

    static HubStore openStore(Path directory, InstantSource clock) {
        return HubStores.open(directory, new HubIdentity("Test", "test@example.org", "test.example.org"), clock);
    }

    public HubStore store() {
        return store;
    }

    public SearchIndex index() {
        return index;
    }

    public SearchIndexer indexer() {
        return indexer;
    }

    Path indexDirectory() {
        return directory.resolve("index");
    }

    /** Saves records and makes them searchable. */
    public void add(String source, OaiRecord... records) {
        save(source, MetadataFormat.OAI_DC, records);
        indexer.catchUp();
        index.refresh();
    }

    /** Saves records. */
    public void save(String source, MetadataFormat format, OaiRecord... records) {
        if (store.source(source).isEmpty()) {
            store.put(Source.imported(source, null));
        }
        long run = store.begin(source, Instant.EPOCH);
        store.save(new Batch(source, run, format, List.of(records)));
    }

    /** The identifiers found, in order, at most a hundred. */
    List<String> find(String text) {
        return find(SearchQuery.of(text).page(0, 100));
    }

    List<String> find(SearchQuery query) {
        return index.search(query).hits().stream().map(SearchHit::identifier).toList();
    }

    /** A record; each element as {@code title=text}. */
    public static OaiRecord record(String identifier, String... elements) {
        StringBuilder xml = new StringBuilder();
        for (String element : elements) {
            int equals = element.indexOf('=');
            String name = element.substring(0, equals);
            xml.append("<dc:").append(name).append('>').append(escape(element.substring(equals + 1))).append("</dc:").append(name)
                    .append('>');
        }
        return raw(identifier, xml.toString());
    }

    /** A record whose Dublin Core elements are given as XML with the prefix {@code dc}. */
    public static OaiRecord raw(String identifier, String elements) {
        return new OaiRecord(new Header(identifier, SOME_DAY, List.of(new SetSpec("a:b")), false), dublinCore(elements));
    }

    static XmlFragment dublinCore(String elements) {
        return XmlFragment
                .of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\">" + elements
                        + "</oai_dc:dc>");
    }

    /** A withdrawn record. */
    public static OaiRecord deleted(String identifier) {
        return new OaiRecord(new Header(identifier, SOME_DAY, List.of(), true), null);
    }

    static String[] identifiers(OaiRecord... records) {
        return Arrays.stream(records).map(OaiRecord::identifier).toArray(String[]::new);
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    @Override
    public void close() {
        indexer.close();
        index.close();
        store.close();
    }
}
