package dev.sheaf.bench.publish;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;

/** A copy that follows the links of a site from its first page, and looks at every page each time. */
final class CrawledCopy implements SiteCopy {

    private final PageClient client = new PageClient();
    private final String site;
    private final boolean conditional;
    private final Map<String, PageClient.Page> pages = new TreeMap<>();

    /**
     * An empty copy.
     *
     * @param site address, without a slash at its end
     * @param conditional true to fetch only what has changed, as the server says
     */
    CrawledCopy(String site, boolean conditional) {
        this.site = site + "/";
        this.conditional = conditional;
    }

    @Override
    public void update() throws IOException, InterruptedException {
        Set<String> seen = new HashSet<>(Set.of(WebTree.FIRST));
        Deque<String> waiting = new ArrayDeque<>(seen);
        while (!waiting.isEmpty()) {
            String path = waiting.poll();
            PageClient.Page before = pages.get(path);
            PageClient.Page page = client.fetch(URI.create(site + path),
                    conditional && before != null ? before.modified() : null);
            if (page == null) {
                page = before;
            } else {
                pages.put(path, page);
            }
            if (page != null) {
                for (Element link : Jsoup.parse(page.content(), site + path).select("a[href]")) {
                    String target = link.absUrl("href");
                    if (target.startsWith(site) && seen.add(target.substring(site.length()))) {
                        waiting.add(target.substring(site.length()));
                    }
                }
            }
        }
        pages.keySet().retainAll(seen);
    }

    @Override
    public Map<String, String> pages() {
        Map<String, String> contents = new TreeMap<>();
        pages.forEach((path, page) -> contents.put(path, page.content()));
        return contents;
    }

    @Override
    public void close() {
        client.close();
    }
}
