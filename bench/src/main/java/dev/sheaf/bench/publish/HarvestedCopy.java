package dev.sheaf.bench.publish;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

import org.jspecify.annotations.Nullable;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.OaiResponse;
import dev.sheaf.core.ResumptionToken;
import dev.sheaf.core.Selection;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.core.xml.XmlInput;
import dev.sheaf.harvester.client.ClientOptions;
import dev.sheaf.harvester.client.OaiClient;
import dev.sheaf.harvester.client.OaiReply;
import dev.sheaf.harvester.http.BaseUrl;
import dev.sheaf.harvester.http.HttpFetcher;

/**
 * A copy that harvests the repository of a site: with the content of the pages in its records, or with their addresses, from which it fetches the
 * pages.
 */
final class HarvestedCopy implements SiteCopy {

    private static final MetadataPrefix BY_VALUE = new MetadataPrefix("oai_didl");
    private static final MetadataPrefix BY_REFERENCE = new MetadataPrefix("http_header");

    private final HttpFetcher fetcher;
    private final OaiClient repository;
    private final PageClient client = new PageClient();
    private final String site;
    private final MetadataPrefix prefix;
    private final Map<String, String> paths = new HashMap<>();
    private final Map<String, String> pages = new TreeMap<>();
    private @Nullable Datestamp from;

    /**
     * An empty copy.
     *
     * @param baseUrl of the repository
     * @param site address of the pages, without a slash at its end
     * @param byValue true to take the pages out of the records
     */
    HarvestedCopy(String baseUrl, String site, boolean byValue) {
        this.site = site + "/";
        this.prefix = byValue ? BY_VALUE : BY_REFERENCE;
        this.fetcher = new HttpFetcher();
        this.repository = new OaiClient(fetcher, BaseUrl.parse(baseUrl), ClientOptions.DEFAULT.withPause((_, _) -> {}));
    }

    @Override
    public void update() throws IOException, InterruptedException {
        OaiReply reply = repository.listRecords(new Selection(prefix, from, null, null));
        Datestamp begun = reply.response().responseDate();
        while (true) {
            for (OaiRecord record : reply.records()) {
                take(record);
            }
            ResumptionToken token = reply.response().answer() instanceof OaiResponse.ListRecords list
                    ? list.resumptionToken()
                    : null;
            if (token == null || token.value().isEmpty()) {
                break;
            }
            reply = repository.listRecords(token.value());
        }
        from = begun;
    }

    private void take(OaiRecord record) throws IOException, InterruptedException {
        XmlFragment metadata = record.metadata();
        if (metadata == null) {
            String gone = paths.remove(record.identifier());
            if (gone != null) {
                pages.remove(gone);
            }
            return;
        }
        String address = text(metadata, "Content-Location");
        if (!address.startsWith(site)) {
            throw new IOException("the record " + record.identifier() + " leads to another site: " + address);
        }
        String path = address.substring(site.length());
        paths.put(record.identifier(), path);
        if (prefix.equals(BY_VALUE)) {
            pages.put(path, new String(Base64.getDecoder().decode(text(metadata, "Resource")), StandardCharsets.UTF_8));
        } else {
            PageClient.Page page = client.fetch(URI.create(address), null);
            pages.put(path, page == null ? "" : page.content());
        }
    }

    /** Returns the text of the first element of a local name. */
    private static String text(XmlFragment metadata, String name) throws IOException {
        try {
            XMLStreamReader reader = XmlInput.pull(metadata.utf8());
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals(name)) {
                    return reader.getElementText();
                }
            }
        } catch (XMLStreamException | OaiFormatException failure) {
            throw new IOException("a record cannot be read: " + failure.getMessage(), failure);
        }
        throw new IOException("a record has no element " + name);
    }

    @Override
    public Map<String, String> pages() {
        return pages;
    }

    @Override
    public void close() {
        client.close();
        fetcher.close();
    }
}
