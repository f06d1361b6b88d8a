package dev.sheaf.platform.resourcesync;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;
import org.jspecify.annotations.Nullable;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.MetadataPrefix;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.repository.Position;
import dev.sheaf.core.repository.RecordPage;
import dev.sheaf.core.repository.RecordQuery;
import dev.sheaf.core.repository.Repository;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.RecordAddress;

/**
 * The documents of ResourceSync and the records as resources. A list has at most {@value #OF_A_LIST} entries, so that it stays below the 50 MB of
 * Sitemaps; longer ones are indices of lists. The access lists of a repository hold for its documents. Thread-safe.
 */
public final class ResourceSyncEndpoint implements Endpoint {

    /** Largest number of entries of a list. */
    public static final int OF_A_LIST = 10_000;
    private static final int PAGE = 500;
    /** Time for which lists have the changes. */
    private static final Duration CHANGES = Duration.ofDays(30);
    private static final String XML = "application/xml;charset=utf-8";
    /** Name of the capability list of a repository. */
    public static final String CAPABILITYLIST = "capabilitylist.xml";
    private static final String RESOURCELIST = "resourcelist.xml";
    private static final String CHANGELIST = "changelist.xml";
    private static final String RESOURCEDUMP = "resourcedump.xml";
    private static final String CHANGEDUMP = "changedump.xml";

    private final SyncSource source;
    private final AccessPolicy access;
    private final String hubUrl;
    private final ListBounds bounds;

    /** @param source the repositories that take part */
    public ResourceSyncEndpoint(SyncSource source, HubContext hub) {
        this(source, hub, OF_A_LIST);
    }

    /** @param ofAList largest number of entries of a list */
    public ResourceSyncEndpoint(SyncSource source, HubContext hub, int ofAList) {
        this.source = source;
        this.access = hub.access();
        this.hubUrl = hub.baseUrl();
        this.bounds = new ListBounds(ofAList);
    }

    /** One format of one repository. */
    private record Resources(String id, MetadataPrefix prefix, Repository repository) {}

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.RESOURCESYNC_SOURCE, Rendering.of(this::description));
        config.routes.get(Routes.RESOURCESYNC_RECORD, Rendering.of(this::resource));
        config.routes.get(Routes.RESOURCESYNC_ONE, Rendering.of(this::document));
    }

    @Override
    public List<String> robotsLines() {
        // No Sitemap line: crawlers would fetch each record twice, as a page and as XML.
        return List.of("# All records at once: files at " + hubUrl + Routes.DUMPS + ", ResourceSync at " + hubUrl
                + Routes.RESOURCESYNC_SOURCE + ", OAI-PMH at " + hubUrl + Routes.OAI);
    }

    private void description(Context context) throws IOException {
        SitemapWriter writer = SitemapWriter.list(null, null, Map.of("capability", "description"));
        boolean isForAll = true;
        for (String id : source.ids()) {
            isForAll &= access.isOpen(id);
            Optional<Repository> repository = access.admits(context, id) ? source.repository(id) : Optional.empty();
            for (MetadataFormat format : repository.map(Repository::formats).orElse(List.of())) {
                writer.add(hubUrl + Routes.resourceSync(id, format.prefix()) + CAPABILITYLIST, null,
                        Map.of("capability", "capabilitylist"));
            }
        }
        send(context, writer.end(), isForAll);
    }

    private void document(Context context) throws IOException {
        Resources resources = resources(context);
        if (access.refuses(context, resources.id())) {
            return;
        }
        String file = context.pathParam("file");
        byte[] xml = switch (file) {
            case CAPABILITYLIST -> capabilities(resources);
            case RESOURCELIST -> whole(resources, ListPart.Kind.RESOURCELIST);
            case CHANGELIST -> whole(resources, ListPart.Kind.CHANGELIST);
            case RESOURCEDUMP, CHANGEDUMP -> packages(resources, file.equals(RESOURCEDUMP)).orElseThrow(NotFoundResponse::new);
            default -> part(resources, ListPart.read(file).orElseThrow(NotFoundResponse::new));
        };
        send(context, xml, access.isOpen(resources.id()));
    }

    private Resources resources(Context context) {
        String id = context.pathParam("id");
        Repository repository = source.repository(id).orElseThrow(NotFoundResponse::new);
        return repository.formats().stream().map(MetadataFormat::prefix)
                .filter(prefix -> prefix.value().equals(context.pathParam("prefix")))
                .findFirst().map(prefix -> new Resources(id, prefix, repository)).orElseThrow(NotFoundResponse::new);
    }

    private static void send(Context context, byte[] xml, boolean isForAll) throws IOException {
        // Lists grow every second, and a client that asks again wants to know.
        context.header("Cache-Control", isForAll ? "public, no-cache" : "private, no-cache");
        CodedBody.write(context, XML, out -> out.write(xml));
    }

    private String address(Resources resources, String file) {
        return hubUrl + Routes.resourceSync(resources.id(), resources.prefix()) + file;
    }

    private byte[] capabilities(Resources resources) throws IOException {
        SitemapWriter writer = SitemapWriter.list(hubUrl + Routes.RESOURCESYNC_SOURCE, null,
                Map.of("capability", "capabilitylist"));
        writer.add(address(resources, RESOURCELIST), null, Map.of("capability", "resourcelist"));
        writer.add(address(resources, CHANGELIST), null, Map.of("capability", "changelist"));
        List<SyncSource.ZipPackage> packages = source.packages(resources.id(), resources.prefix());
        if (!packages.isEmpty()) {
            writer.add(address(resources, RESOURCEDUMP), null, Map.of("capability", "resourcedump"));
        }
        if (packages.stream().anyMatch(one -> one.from() != null)) {
            writer.add(address(resources, CHANGEDUMP), null, Map.of("capability", "changedump"));
        }
        return writer.end();
    }

    /** Returns a list, or an index where it is long. */
    private byte[] whole(Resources resources, ListPart.Kind kind) {
        // The second that is not over yet belongs to the next list.
        Instant at = resources.repository().settled().minusSeconds(1);
        Position start = kind == ListPart.Kind.RESOURCELIST ? ListBounds.START : new Position(firstChange(at), 0);
        if (kind == ListPart.Kind.CHANGELIST) {
            bounds.keepOnly(start);
        }
        List<Position> ends = bounds.of(
                new ListBounds.Key(resources.id(), resources.prefix(), kind == ListPart.Kind.RESOURCELIST, start),
                resources.repository(), at);
        List<ListPart> parts = new ArrayList<>();
        Position before = start;
        for (Position end : ends) {
            parts.add(new ListPart(kind, at.getEpochSecond(), before, end));
            before = end;
        }
        parts.add(new ListPart(kind, at.getEpochSecond(), before, null));
        if (parts.size() == 1) {
            return list(resources, parts.getFirst(), null);
        }
        SitemapWriter writer = SitemapWriter.index(address(resources, CAPABILITYLIST), about(parts.getFirst(), parts.getLast()));
        for (ListPart part : parts) {
            writer.add(address(resources, part.name()), null, kind == ListPart.Kind.RESOURCELIST ? Map.of() : window(part));
        }
        return writer.end();
    }

    private static long firstChange(Instant at) {
        Instant from = at.minus(CHANGES).atOffset(ZoneOffset.UTC).toLocalDate().atStartOfDay().toInstant(ZoneOffset.UTC);
        return Math.max(0, from.getEpochSecond());
    }

    private static Map<String, String> about(ListPart first, ListPart last) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("capability", first.kind().text());
        if (first.kind() == ListPart.Kind.RESOURCELIST) {
            about.put("at", first.until().toString());
        } else {
            about.put("from", first.from().toString());
            if (!last.isOpen()) {
                about.put("until", last.to().toString());
            }
        }
        return about;
    }

    private static Map<String, String> window(ListPart part) {
        return part.isOpen()
                ? Map.of("from", part.from().toString())
                : Map.of("from", part.from().toString(), "until", part.to().toString());
    }

    private byte[] part(Resources resources, ListPart part) {
        return list(resources, part, address(resources, part.kind().text() + ".xml"));
    }

    private byte[] list(Resources resources, ListPart part, @Nullable String index) {
        SitemapWriter writer = SitemapWriter.list(address(resources, CAPABILITYLIST), index, about(part, part));
        boolean isOfResources = part.kind() == ListPart.Kind.RESOURCELIST;
        // The first record of the next part marks the end of this one: a page does not state the positions of its entries.
        Position end = part.end();
        String next = end == null
                ? null
                : resources.repository().records(query(resources, part, end, 1)).read().stream().map(OaiRecord::identifier)
                        .findFirst()
                        .orElse(null);
        int left = bounds.size();
        Position after = part.start();
        while (after != null && left > 0) {
            RecordPage page = resources.repository().records(query(resources, part, after, Math.min(left, PAGE)));
            for (OaiRecord record : page.read()) {
                if (record.identifier().equals(next)) {
                    return writer.end();
                }
                add(writer, resources, record, isOfResources);
                left--;
            }
            after = page.next();
        }
        return writer.end();
    }

    private static RecordQuery query(Resources resources, ListPart part, Position after, int limit) {
        return new RecordQuery(resources.prefix(), null, part.until(), null, after, limit, true,
                part.kind() == ListPart.Kind.RESOURCELIST);
    }

    private void add(SitemapWriter writer, Resources resources, OaiRecord record, boolean isOfResources) {
        String address = RecordResource.address(hubUrl, resources.id(), resources.prefix(), record.identifier());
        if (!SitemapWriter.isShort(address)) {
            return;
        }
        String time = record.header().datestamp().text();
        if (isOfResources) {
            writer.add(address, time, Map.of("type", RecordResource.TYPE));
        } else {
            writer.add(address, time, change(record));
        }
    }

    /** Returns the attributes of a change. The protocol does not tell new records from changed ones, so both count as updated. */
    public static Map<String, String> change(OaiRecord record) {
        Map<String, String> change = new LinkedHashMap<>();
        change.put("change", record.deleted() ? "deleted" : "updated");
        change.put("datetime", record.header().datestamp().text());
        return change;
    }

    private Optional<byte[]> packages(Resources resources, boolean full) throws IOException {
        List<SyncSource.ZipPackage> all = source.packages(resources.id(), resources.prefix());
        List<SyncSource.ZipPackage> wanted = all.stream().filter(one -> (one.from() == null) == full).toList();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> about = new LinkedHashMap<>();
        about.put("capability", full ? "resourcedump" : "changedump");
        if (full) {
            about.put("at", wanted.getFirst().until().toString());
        } else {
            about.put("from", String.valueOf(wanted.getFirst().from()));
        }
        SitemapWriter writer = SitemapWriter.list(address(resources, CAPABILITYLIST), null, about);
        for (SyncSource.ZipPackage one : wanted) {
            Map<String, String> md = new LinkedHashMap<>();
            md.put("type", "application/zip");
            md.put("length", Long.toString(one.bytes()));
            md.put("hash", "sha-256:" + one.sha256());
            Instant from = one.from();
            if (from != null) {
                md.put("from", from.toString());
                md.put("until", one.until().toString());
            }
            writer.add(hubUrl + one.path(), one.until().toString(), md);
        }
        return Optional.of(writer.end());
    }

    private void resource(Context context) throws IOException {
        Resources resources = resources(context);
        if (access.refuses(context, resources.id())) {
            return;
        }
        String path = context.req().getRequestURI();
        String before = Routes.resourceSync(resources.id(), resources.prefix()) + "records/";
        int at = path.indexOf(before);
        OaiRecord record = (at < 0
                ? Optional.<String>empty()
                : RecordAddress.identifier(path.substring(at + before.length())))
                .flatMap(identifier -> resources.repository().record(identifier, resources.prefix()))
                .filter(found -> !found.deleted())
                .orElseThrow(NotFoundResponse::new);
        send(context, RecordResource.representation(record), access.isOpen(resources.id()));
    }
}
