package dev.sheaf.platform.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.OneLine;
import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.platform.crawl.Bins.Bin;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.resourcesync.SitemapWriter;
import dev.sheaf.platform.search.RecordTitle;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.server.pages.PageCache;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;
import dev.sheaf.store.HubStore;

/**
 * {@code /sitemap.xml} with its sitemaps, and {@code /bins}: an entry page, groups of bins and bins of links, so that every record is at most
 * four links away from the entry page. Records of sources that are closed to the client are left out. Thread-safe.
 */
final class CrawlEndpoint implements Endpoint {

    /** A sitemap may have 50,000 addresses, and an index as many sitemaps. */
    static final long OF_A_SITEMAP = 10_000;
    static final long OF_A_BIN = 500;
    private static final long MOST_SITEMAPS = 50_000;
    /** Bins in a group. */
    private static final long OF_A_GROUP = 1_000;
    private static final int TITLE = 200;
    private static final int CHARACTERS = 20_000;
    private static final String XML = "application/xml;charset=utf-8";

    private final Bins sitemaps;
    private final Bins bins;
    private final AccessPolicy access;
    private final HubStore store;
    private final Templates templates;
    private final PageCache pages;

    CrawlEndpoint(HubContext hub) {
        this.sitemaps = new Bins(hub.store(), OF_A_SITEMAP);
        this.bins = new Bins(hub.store(), OF_A_BIN);
        this.access = hub.access();
        this.pages = hub.portal().pages();
        this.store = hub.store();
        this.templates = new Templates(hub.store().name(), hub.baseUrl());
    }

    @Override
    public void register(JavalinConfig config) {
        config.routes.get(Routes.SITEMAP, Rendering.of(this::sitemapIndex));
        config.routes.get(Routes.SITEMAP_ONE, Rendering.of(this::sitemap));
        config.routes.get(Routes.BINS, Rendering.of(this::groups));
        config.routes.get(Routes.BINS_GROUP, Rendering.of(this::group));
        config.routes.get(Routes.BINS_ONE, Rendering.of(this::bin));
    }

    private void sitemapIndex(Context context) throws IOException {
        pages.answer(context, Routes.SITEMAP, () -> {
            SitemapWriter writer = SitemapWriter.ofSitemaps();
            List<Bin> all = sitemaps.list(0, MOST_SITEMAPS);
            for (int i = 0; i < all.size(); i++) {
                // The records of a sitemap are older than the next sitemap. The last one grows, so every crawler has to read it again.
                writer.add(templates.site().baseUrl() + Routes.sitemap(all.get(i).number()),
                        i + 1 < all.size() ? all.get(i + 1).since() : null, Map.of());
            }
            return send(context, writer.end(), true);
        });
    }

    private void sitemap(Context context) throws IOException {
        long number = number(context);
        pages.answer(context, Routes.sitemap(number), () -> {
            SitemapWriter writer = SitemapWriter.ofPages();
            Visible visible = new Visible(context);
            sitemaps.read(number, visible, stored -> {
                String page = templates.site().baseUrl() + address(stored).path();
                if (SitemapWriter.isShort(page)) {
                    writer.add(page, stored.record().header().datestamp().text(), Map.of());
                }
            });
            return send(context, writer.end(), visible.isForAll);
        });
    }

    private static boolean send(Context context, byte[] xml, boolean isForAll) throws IOException {
        keep(context, isForAll);
        CodedBody.write(context, XML, out -> out.write(xml));
        return isForAll;
    }

    /** An answer that depends on the address of the client must not come from a shared cache. */
    private static void keep(Context context, boolean isForAll) {
        context.header("Cache-Control", (isForAll ? "public" : "private") + ", max-age=600");
    }

    /**
     * Sources that the client of a request may see, without those whose records the hub makes. Notes whether the choice depended on the client.
     */
    private final class Visible implements Predicate<String> {

        private final Context context;
        private final Map<String, Boolean> generated = new HashMap<>();
        private boolean isForAll = true;

        Visible(Context context) {
            this.context = context;
        }

        @Override
        public boolean test(String source) {
            isForAll &= access.isOpen(source);
            return access.admits(context, source) && !generated.computeIfAbsent(source,
                    id -> store.source(id).filter(found -> found.kind().isGenerated()).isPresent());
        }
    }

    private void groups(Context context) throws IOException {
        pages.answer(context, Routes.BINS, () -> show(context, "All records", bins.groups(OF_A_GROUP).stream()
                .map(group -> new BinsPage.Link(templates.site().link(Routes.binsGroup(group.number())),
                        "Records that changed since " + group.since()))
                .toList(), false, true));
    }

    private void group(Context context) throws IOException {
        long number = number(context);
        pages.answer(context, Routes.binsGroup(number), () -> show(context, "All records, group " + (number + 1),
                bins.list(number * OF_A_GROUP, (number + 1) * OF_A_GROUP).stream().map(bin -> new BinsPage.Link(
                        templates.site().link(Routes.bin(bin.number())), "Records that changed since " + bin.since())).toList(),
                false, true));
    }

    private void bin(Context context) throws IOException {
        long number = number(context);
        pages.answer(context, Routes.bin(number), () -> {
            List<BinsPage.Link> links = new ArrayList<>();
            Visible visible = new Visible(context);
            bins.read(number, visible, stored -> links
                    .add(new BinsPage.Link(templates.site().link(address(stored).path()), title(stored))));
            return show(context, "All records, page " + (number + 1), links, true, visible.isForAll);
        });
    }

    private boolean show(Context context, String heading, List<BinsPage.Link> links, boolean records, boolean isForAll)
            throws IOException {
        keep(context, isForAll);
        templates.show(context, "bins.jte", new BinsPage(heading, templates.site().link(Routes.BINS), links, records));
        return isForAll;
    }

    private static RecordAddress address(StoredRecord stored) {
        return new RecordAddress(stored.source(), stored.prefix(), stored.record().identifier());
    }

    private static String title(StoredRecord stored) {
        return OneLine.of(RecordTitle.of(DublinCore.readBeginning(stored.record().metadata(), CHARACTERS),
                stored.record().identifier()), TITLE);
    }

    private static long number(Context context) {
        String text = context.pathParam("number");
        String digits = text.endsWith(".xml") ? text.substring(0, text.length() - ".xml".length()) : text;
        if (!digits.matches("0|[1-9][0-9]{0,9}")) {
            throw new NotFoundResponse();
        }
        return Long.parseLong(digits);
    }
}
