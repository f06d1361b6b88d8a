package dev.sheaf.publish.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

import dev.sheaf.core.xml.OaiFormatException;
import dev.sheaf.harvester.http.Arriving;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HarvestException;
import dev.sheaf.harvester.http.HostPace;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.http.Passing;
import dev.sheaf.harvester.http.Pause;
import dev.sheaf.harvester.http.Posted;

/**
 * Files on a web server. WebDAV lists folders by PROPFIND (RFC 4918, section 9.1); other servers list them as HTML pages, of which the links to
 * direct children count, and HEAD says size and time of each file.
 */
final class HttpTree implements FileTree {

    private static final int MOST_LISTING = 16 << 20;
    private static final byte[] PROPERTIES = ("<?xml version=\"1.0\"?><propfind xmlns=\"DAV:\"><prop><resourcetype/>"
            + "<getcontentlength/><getlastmodified/></prop></propfind>").getBytes(StandardCharsets.UTF_8);
    private static final int MULTI_STATUS = 207;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;

    private final URI root;
    private final boolean isDav;
    private final HttpFetcher fetcher;
    private final FetchRules rules;
    private final Pause pause;
    private final AtomicInteger copies = new AtomicInteger();

    /**
     * Opens a web folder; nothing is asked yet.
     *
     * @param root ends with a slash, without query and credentials
     * @param isDav true to ask by WebDAV
     * @param rules with the credentials for the host
     */
    HttpTree(URI root, boolean isDav, HttpFetcher fetcher, FetchRules rules, Pause pause) {
        this.root = root;
        this.isDav = isDav;
        this.fetcher = fetcher;
        this.rules = rules.withSizes(rules.maxWireBytes(), Math.min(rules.maxBytes(), MOST_LISTING));
        this.pause = pause;
    }

    @Override
    public String address() {
        return isDav ? "webdav" + root.toString().substring("http".length()) : root.toString();
    }

    @Override
    public Optional<Instant> pausedUntil() {
        HostPace pace = fetcher.pace(root);
        Optional<Instant> refused = pace.refusal(rules).map(HostPace.Refusal::until);
        // A short pause refuses no request; the next one waits for its end.
        return pace.pausedUntil(rules).filter(time -> refused.isEmpty() || time.isAfter(refused.get())).or(() -> refused);
    }

    /** @param uri of the folder, with a slash at its end */
    private record Folder(URI uri, String path, int depth) {}

    /**
     * A file or folder of a listing.
     *
     * @param size in bytes; negative when it is not known
     * @param modified in milliseconds since 1970; negative when it is not known
     */
    private record Entry(String name, boolean folder, long size, long modified) {}

    @Override
    public void walk(CrawlBounds bounds, TreeVisitor visitor) throws TreeException {
        Deque<Folder> waiting = new ArrayDeque<>();
        waiting.push(new Folder(root, "", 1));
        while (!waiting.isEmpty()) {
            Folder folder = waiting.pop();
            List<Entry> entries;
            try {
                entries = isDav ? properties(folder) : links(folder);
            } catch (IOException failure) {
                if (folder.path().isEmpty()) {
                    throw new TreeException(unread(failure), failure);
                }
                visitor.unread(folder.path(), String.valueOf(failure.getMessage()));
                continue;
            }
            for (Entry entry : entries) {
                if (!CrawlBounds.isHidden(entry.name())) {
                    visit(bounds, visitor, waiting, folder, entry);
                }
            }
        }
    }

    private void visit(CrawlBounds bounds, TreeVisitor visitor, Deque<Folder> waiting, Folder folder, Entry entry)
            throws TreeException {
        String path = folder.path().isEmpty() ? entry.name() : folder.path() + "/" + entry.name();
        if (entry.folder()) {
            if (folder.depth() >= bounds.depth()) {
                visitor.unread(path, "it lies deeper than the bound of folders in each other (--option depth=N)");
            } else {
                waiting.push(new Folder(uri(path + "/"), path, folder.depth() + 1));
            }
            return;
        }
        if (isDav) {
            visitor.file(new FoundFile(path, entry.size(), entry.modified()));
            return;
        }
        try {
            Fetched head = fetcher.post(uri(path), Posted.method("HEAD"), rules, pause);
            if (head.isSuccess()) {
                visitor.file(new FoundFile(path, head.header("Content-Length").map(HttpTree::number).orElse(-1L),
                        modified(head.header("Last-Modified").orElse(null))));
            } else if (head.status() == NOT_FOUND || head.status() == GONE) {
                visitor.passedOver(path, "the server answers HTTP " + head.status());
            } else {
                // Overloaded, or in need of a login: the file may be there.
                visitor.unread(path, "the server answers HTTP " + head.status());
            }
        } catch (HarvestException failure) {
            visitor.unread(path, String.valueOf(failure.getMessage()));
        }
    }

    /** Returns why nothing could be read, for people: an outage, rules of the server, or an answer that is no listing. */
    private String unread(IOException failure) {
        if (!(failure instanceof HarvestException known)) {
            return "cannot read " + address() + ": " + failure.getMessage();
        }
        if (known.kind() != HarvestException.Kind.ROBOTS) {
            return address() + " does not answer: " + known.getMessage();
        }
        return known.getCause() == null
                ? "cannot read " + address() + ": the robots.txt of the server forbids it. Allow the user agent Sheaf there"
                : address() + " does not answer: its robots.txt could not be read, " + known.getCause().getMessage();
    }

    private URI uri(String path) {
        return root.resolve(root.getRawPath() + WebPath.encode(path));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static long modified(@org.jspecify.annotations.Nullable String header) {
        return Fetched.date(header).map(Instant::toEpochMilli).orElse(-1L);
    }

    private List<Entry> properties(Folder folder) throws IOException {
        Fetched fetched = fetcher.post(folder.uri(),
                new Posted("PROPFIND", Map.of("Depth", "1", "Content-Type", "application/xml"), PROPERTIES), rules, pause);
        if (fetched.status() != MULTI_STATUS) {
            throw new IOException("the server answers HTTP " + fetched.status() + " to PROPFIND");
        }
        try {
            List<Entry> entries = new ArrayList<>();
            for (DavListing.Entry entry : DavListing.read(fetched.body())) {
                child(folder.uri(), folder.uri().resolve(entry.href()), entry.folder()).ifPresent(
                        name -> entries.add(new Entry(name, entry.folder(), entry.size(), modified(entry.modified()))));
            }
            return entries;
        } catch (OaiFormatException | IllegalArgumentException failure) {
            throw new IOException("its listing cannot be read: " + failure.getMessage(), failure);
        } finally {
            fetched.release();
        }
    }

    private List<Entry> links(Folder folder) throws IOException {
        Fetched fetched = fetcher.fetch(folder.uri(), rules, pause);
        if (!fetched.isSuccess()) {
            throw new IOException("the server answers HTTP " + fetched.status());
        }
        if (!fetched.header("Content-Type").orElse("").contains("html")) {
            throw new IOException("its listing is no HTML page");
        }
        try (InputStream in = new ByteArrayInputStream(fetched.body())) {
            Document page = Jsoup.parse(in, null, fetched.uri().toString());
            Map<String, Entry> entries = new LinkedHashMap<>();
            for (Element link : page.select("a[href]")) {
                target(fetched.uri(), link.attr("href")).ifPresent(target -> {
                    boolean isFolder = target.getRawPath().endsWith("/");
                    child(fetched.uri(), target, isFolder)
                            .ifPresent(name -> entries.putIfAbsent(name, new Entry(name, isFolder, -1, -1)));
                });
            }
            return List.copyOf(entries.values());
        } finally {
            fetched.release();
        }
    }

    private static Optional<URI> target(URI page, String href) {
        try {
            String plain = href.strip().replace(" ", "%20");
            return plain.isEmpty() || plain.startsWith("?") || plain.startsWith("#")
                    ? Optional.empty()
                    : Optional.of(page.resolve(plain)).filter(uri -> uri.getRawPath() != null && uri.getRawQuery() == null);
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    /** Returns the name of a direct child of a folder; empty for all other addresses. */
    private static Optional<String> child(URI folder, URI target, boolean isFolder) {
        String above = folder.getRawPath();
        above = above.substring(0, above.lastIndexOf('/') + 1);
        String path = target.getRawPath();
        boolean sameHost = String.valueOf(folder.getAuthority()).equalsIgnoreCase(String.valueOf(target.getAuthority()))
                && String.valueOf(folder.getScheme()).equalsIgnoreCase(String.valueOf(target.getScheme()));
        if (!sameHost || path == null || !path.startsWith(above)) {
            return Optional.empty();
        }
        String name = path.substring(above.length());
        if (isFolder && name.endsWith("/")) {
            name = name.substring(0, name.length() - 1);
        }
        return name.indexOf('/') >= 0 ? Optional.empty() : WebPath.name(name);
    }

    @Override
    public Content content(String path, long most, Path temporary) throws IOException {
        URI uri = uri(path);
        Path copy = temporary.resolve("copy-" + System.identityHashCode(this) + "-" + copies.incrementAndGet());
        return fetcher.pass(uri, rules, pause, new Passing<Content>() {
            @Override
            public Content take(Arriving response) throws IOException {
                Bytes.spool(response.body(), copy, most);
                return new Content(copy, true, Files.size(copy), modified(response.header("Last-Modified").orElse(null)));
            }

            @Override
            public long mostBytes(FetchRules ofRequest) {
                return most + 1;
            }

            @Override
            public Content refused(Fetched response) throws IOException {
                throw new IOException("the server answers HTTP " + response.status());
            }
        });
    }

    @Override
    public Optional<String> url(String path) {
        return Optional.of(uri(path).toString());
    }

    @Override
    public void close() {
        // The fetcher belongs to somebody else.
    }
}
