package dev.sheaf.bench.exactness;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.Namespaces;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.fulltext.IndexFormat;
import dev.sheaf.fulltext.IndexPolicy;
import dev.sheaf.fulltext.IndexedXml;
import dev.sheaf.fulltext.TermsXml;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

/** A data provider that keeps its texts and serves their descriptions with their terms: a hub of its own, over HTTP. Belongs to one thread. */
final class TextProvider implements AutoCloseable {

    private static final String SOURCE = "texts";
    private static final int BATCH = 500;

    private final String id;
    private final IndexFormat format;
    private final HubStore store;
    private final Hub hub;
    private final Map<String, PublishedText> texts = new LinkedHashMap<>();
    private IndexPolicy policy;

    /**
     * A text that is published.
     *
     * @param title in its description
     * @param text its words, of which only terms leave the provider
     */
    record PublishedText(String title, String text) {}

    /**
     * Starts a provider.
     *
     * @param id of the source as which it is harvested
     * @param format in which it gives its terms
     * @param policy by which it makes them
     */
    TextProvider(Path folder, String id, IndexFormat format, IndexPolicy policy, InstantSource clock)
            throws ServerStartException {
        this.id = id;
        this.format = format;
        this.policy = policy;
        Path data = folder.resolve(id);
        store = HubStores.open(data, new HubIdentity(id, "admin@" + id + ".example.org", id + ".example.org"), clock);
        store.put(Source.imported(SOURCE, SOURCE));
        hub = Hub.start(data, store, ServerSettings.of("127.0.0.1", 0, null), HubOptions.of(BATCH), List.of(), clock);
    }

    String id() {
        return id;
    }

    IndexPolicy policy() {
        return policy;
    }

    IndexFormat format() {
        return format;
    }

    /** Returns the base URL of the repository. */
    String baseUrl() {
        return hub.baseUrl() + Routes.oai(SOURCE);
    }

    /** Returns the texts that are published now, by identifier. */
    Map<String, PublishedText> texts() {
        return texts;
    }

    /** Publishes a text, or another one in its place. */
    void publish(String identifier, PublishedText text) {
        texts.put(identifier, text);
        save(List.of(identifier));
    }

    /** Withdraws a text. */
    void withdraw(String identifier) {
        PublishedText text = texts.remove(identifier);
        if (text != null) {
            save(List.of(identifier));
        }
    }

    /** Reads all texts again, as after a change of the policy; what is as before stays as it is. */
    void crawl() {
        save(List.copyOf(texts.keySet()));
    }

    /** Changes the policy and reads all texts again. */
    void crawl(IndexPolicy other) {
        policy = other;
        crawl();
    }

    private void save(Collection<String> identifiers) {
        List<String> all = List.copyOf(identifiers);
        for (int first = 0; first < all.size(); first += BATCH) {
            List<OaiRecord> described = new ArrayList<>();
            List<OaiRecord> combined = new ArrayList<>();
            for (String identifier : all.subList(first, Math.min(all.size(), first + BATCH))) {
                PublishedText text = texts.get(identifier);
                described.add(record(identifier, text == null ? null : description(text)));
                combined.add(record(identifier, text == null ? null : combined(text)));
            }
            store.save(new Batch(SOURCE, 0, MetadataFormat.OAI_DC, described));
            store.save(new Batch(SOURCE, 0, new MetadataFormat(new MetadataPrefix(format.combinedPrefix("oai_dc")),
                    Namespaces.INDEXED_SCHEMA, Namespaces.INDEXED), combined));
        }
    }

    private static OaiRecord record(String identifier, @Nullable XmlFragment metadata) {
        return new OaiRecord(new Header(identifier, Datestamp.parse("2020-02-02"), List.of(), metadata == null), metadata);
    }

    private static XmlFragment description(PublishedText text) {
        return XmlFragment
                .of("<oai_dc:dc xmlns:oai_dc=\"" + Namespaces.OAI_DC + "\" xmlns:dc=\"" + Namespaces.DC + "\"><dc:title>"
                        + text.title().replace("&", "&amp;").replace("<", "&lt;") + "</dc:title></oai_dc:dc>");
    }

    private XmlFragment combined(PublishedText text) {
        byte[] terms = TermsXml.write(policy.index(text.text(), "en", "", format == IndexFormat.TF_POSITIONAL), format);
        return XmlFragment.of(IndexedXml.join(description(text).toString().getBytes(StandardCharsets.UTF_8), terms, format));
    }

    @Override
    public void close() {
        hub.close();
        store.close();
    }
}
