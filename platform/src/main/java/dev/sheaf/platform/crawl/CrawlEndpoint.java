package dev.sheaf.platform.crawl;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.NotFoundResponse;

import dev.sheaf.core.store.StoredRecord;
import dev.sheaf.platform.crawl.Bins.Bin;
import dev.sheaf.platform.hub.HubContext;
import dev.sheaf.platform.search.DublinCore;
import dev.sheaf.platform.search.DublinCore.Element;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.CodedBody;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.Rendering;
import dev.sheaf.platform.server.Routes;
import dev.sheaf.platform.web.RecordAddress;
import dev.sheaf.platform.web.Templates;

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
    private final Templates templates;

    CrawlEndpoint(HubContext hub) {
        this.sitemaps = new Bins(hub.store(), OF_A_SITEMAP);
        this.bins = new Bins(hub.store(), OF_A_BIN);
        this.access = hub.access();
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
        SitemapWriter writer = SitemapWriter.ofSitemaps();
        for (Bin bin : sitemaps.list(0, MOST_SITEMAPS)) {
            writer.add(templates.site().baseUrl() + Routes.sitemap(bin.number()), bin.since());
        }
        send(context, writer.end());
    }

    private void sitemap(Context context) throws IOException {
        long number = number(context);
        SitemapWriter writer = SitemapWriter.ofPages();
        sitemaps.read(number, source -> access.admits(context, source), stored -> writer
                .add(templates.site().baseUrl() + address(stored).path(), stored.record().header().datestamp().text()));
        send(context, writer.end());
    }

    private static void send(Context context, byte[] xml) throws IOException {
        context.header("Cache-Control", "public, max-age=600");
        CodedBody.write(context, XML, out -> out.write(xml));
    }

    private void groups(Context context) throws IOException {
        List<BinsPage.Link> links = new ArrayList<>();
        long groups = (bins.count() + OF_A_GROUP - 1) / OF_A_GROUP;
        for (long group = 0; group < groups; group++) {
            List<Bin> first = bins.list(group * OF_A_GROUP, (group + 1) * OF_A_GROUP).stream().limit(1).toList();
            if (!first.isEmpty()) {
                links.add(new BinsPage.Link(templates.site().link(Routes.binsGroup(group)), "Records that changed since "
                        + first.getFirst().since()));
            }
        }
        show(context, "All records", links, false);
    }

    private void group(Context context) throws IOException {
        long number = number(context);
        List<BinsPage.Link> links = bins.list(number * OF_A_GROUP, (number + 1) * OF_A_GROUP).stream()
                .map(bin -> new BinsPage.Link(
                        templates.site().link(Routes.bin(bin.number())), "Records that changed since " + bin.since()))
                .toList();
        show(context, "All records, group " + (number + 1), links, false);
    }

    private void bin(Context context) throws IOException {
        long number = number(context);
        List<BinsPage.Link> links = new ArrayList<>();
        bins.read(number, source -> access.admits(context, source), stored -> links
                .add(new BinsPage.Link(templates.site().link(address(stored).path()), title(stored))));
        show(context, "All records, page " + (number + 1), links, true);
    }

    private void show(Context context, String heading, List<BinsPage.Link> links, boolean records) throws IOException {
        context.header("Cache-Control", "public, max-age=600");
        templates.show(context, "bins.jte", new BinsPage(heading, templates.site().link(Routes.BINS), links, records));
    }

    private static RecordAddress address(StoredRecord stored) {
        return new RecordAddress(stored.source(), stored.prefix(), stored.record().identifier());
    }

    private static String title(StoredRecord stored) {
        Optional<String> title = Optional
                .ofNullable(DublinCore.readBeginning(stored.record().metadata(), CHARACTERS).firstText(Element.TITLE))
                .map(String::strip).filter(text -> !text.isEmpty());
        String text = title.orElse(stored.record().identifier());
        return text.length() > TITLE
                ? text.substring(0, text.offsetByCodePoints(0, Math.min(TITLE, text.codePointCount(0, text.length())))) + "…"
                : text;
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
