package dev.sheaf.platform.web.stats;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Counts;
import dev.sheaf.core.store.HarvestOutcome;
import dev.sheaf.core.store.Source;
import dev.sheaf.core.xml.XmlFragments;
import dev.sheaf.harvester.HarvestOptions;
import dev.sheaf.harvester.Harvester;
import dev.sheaf.harvester.ProgressListener;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sync.ActionResult;
import dev.sheaf.platform.sync.SourceHarvest;
import dev.sheaf.platform.sync.plan.SyncScheduler;
import dev.sheaf.platform.sync.plan.SynchronisationReport;
import dev.sheaf.schedule.ScheduleTerms;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatsPagesTest {

    private static final String HOSTILE = "<script>alert(1)</script>\"&'";

    private final SettableClock clock = SettableClock.at("2024-03-01T12:00:00Z");
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final HttpClient client = HttpClient.newHttpClient();
    private @org.jspecify.annotations.Nullable ScriptedProvider provider;
    private @org.jspecify.annotations.Nullable HubStore store;
    private @org.jspecify.annotations.Nullable HubServer server;
    private String address = "";
    private Path directory = Path.of("");

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = folder;
        provider = ScriptedProvider.start(clock).put(SampleRecords.many(10));
        store = HubStores.open(directory, new HubIdentity("Test", "admin@example.org", "hub.example.org"), clock);
        Source source = Source.harvested("a", provider.baseUrl());
        store.put(new Source(source.id(), source.kind(), source.baseUrl(), HOSTILE, source.prefixes(), source.sets(),
                source.settings()));
        HubStore known = store;
        SourceHarvest harvest = new SourceHarvest(store, new Harvester(fetcher, FetchRules.DEFAULT, clock, (_, _) -> {}), clock);
        try (SyncScheduler scheduler = new SyncScheduler(store, ScheduleTerms.of(1), 1, id -> {
            harvest.run(known.source(id).orElseThrow(), HarvestOptions.DEFAULT, ProgressListener.NONE);
            return ActionResult.done(id);
        }, clock, (_, _) -> {})) {
            scheduler.round();
            clock.advance(Duration.ofMinutes(1));
            scheduler.round();
        }
        store.put(Source.imported("own", "Our own"));
        store.save(new Batch("own", store.begin("own", clock.instant()), MetadataFormat.OAI_DC, SampleRecords.many(7)));
        clock.advance(Duration.ofDays(2));
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(List.of(new StatsPages(store, server.baseUrl(), clock)));
        address = server.baseUrl();
    }

    @AfterAll
    void stop() {
        client.close();
        fetcher.close();
        if (server != null) {
            server.close();
        }
        if (store != null) {
            store.close();
        }
        if (provider != null) {
            provider.close();
        }
    }

    private HubStore store() {
        return java.util.Objects.requireNonNull(store);
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(address + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void statsPage_showsTheTablesAndTheFigure_eachChartWithItsTable() throws Exception {
        HttpResponse<String> page = get("/stats");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Records changed by source and month", "Update intervals and freshness by source",
                "Sources by average update interval", "<td>10</td>", "Freshness F(H)");
        assertThat(page.body().split("<svg xmlns=", -1)).as("charts").hasSize(7);
        assertThat(page.body()).contains("<title>Records changed by source and month, each on its own scale</title>",
                "<title>Average update interval (U), days, with its deviation</title>",
                "<title>Sources by records changed in a mean month</title>");
        assertThat(page.body().split("<table>", -1)).hasSizeGreaterThanOrEqualTo(6);
        assertThat(page.body()).doesNotContain("<script").contains("&lt;script");
    }

    @Test
    void charts_areWellFormedAndDescribedInWords() throws Exception {
        String body = get("/stats").body();

        for (int from = body.indexOf("<svg xmlns="); from >= 0; from = body.indexOf("<svg xmlns=", from + 1)) {
            XmlFragment svg = XmlFragment.of(body.substring(from, body.indexOf("</svg>", from) + 6));
            assertThat(XmlFragments.rootName(svg)).isEqualTo("svg");
            assertThat(svg.toString()).contains("role=\"img\"", "<title>", "<desc>");
        }
    }

    @Test
    void sourcePage_showsTheNextHarvestAndItsReason() throws Exception {
        HttpResponse<String> page = get("/stats/a?last=30d&step=5m");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Next harvest", "Reason", "March 2024").doesNotContain("<script");
        assertThat(page.body()).contains("Harvests at its own interval", "<th scope=\"col\">S</th><th scope=\"col\">R</th>",
                "Records changed (R)");
    }

    @Test
    void chosenLatency_isTheIntervalOfTheUniformPolicy() throws Exception {
        assertThat(get("/stats?last=30d").body()).contains("Harvests of all, each every day", "<dd dir=\"auto\">30</dd>");
        assertThat(get("/stats?last=30d&latency=6h").body()).contains("Harvests of all, each every 6 hours",
                "<dd dir=\"auto\">120</dd>");
    }

    @Test
    void sourceThatIsNotHarvested_isListedWithItsChangesAndTheReason() throws Exception {
        assertThat(get("/stats").body()).contains("Our own", "not harvested: imported",
                "Left out: 1 source whose records are pushed or imported");
        HttpResponse<String> page = get("/stats/own");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("not measured: its records are imported", "Records changed by month")
                .doesNotContain("Harvests made");
    }

    @Test
    void unknownSource_isNotFound_andInvalidParametersUseDefaults() throws Exception {
        assertThat(get("/stats/nobody").statusCode()).isEqualTo(404);
        assertThat(get("/stats?last=1s&step=%00&page=-7").body()).isEqualTo(get("/stats").body());
        assertThat(get("/stats?page=999999999999").statusCode()).isEqualTo(200);
    }

    @Test
    void newSource_hasAPageOfMetrics() throws Exception {
        assertThat(get("/stats?last=90d").body()).doesNotContain("Just now");
        store().put(Source.imported("new", "Just now"));
        try {
            assertThat(get("/stats/new?last=90d").statusCode()).isEqualTo(200);
        } finally {
            store().remove("new", false);
        }
    }

    @Test
    void sourceWithADamagedRun_isShownAsUnreadableAndHidesNoOther() throws Exception {
        store().put(Source.harvested("broken", "https://broken.example.org/oai"));
        long run = store().begin("broken", clock.instant());
        store().end(run, new HarvestOutcome(HarvestOutcome.Verdict.COMPLETE, "", Counts.ZERO, 1), clock.instant());
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(SynchronisationReport.class);
        logger.addAppender(log);
        try {
            try (Connection sql = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("sheaf.db"));
                    Statement damage = sql.createStatement()) {
                assertThat(damage.executeUpdate("update run set verdict = 'C0MPLETE' where num = " + run)).isEqualTo(1);
            }

            HttpResponse<String> page = get("/stats?last=30d&step=1h");

            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body())
                    .contains("Sources that cannot be read", ">broken</a></th><td>harvested</td><td>unreadable</td>",
                            "Not measured: 1 source that cannot be read.", "Our own", "of 1 source were fresh")
                    .doesNotContain("C0MPLETE");
            HttpResponse<String> alone = get("/stats/broken");
            assertThat(alone.statusCode()).isEqualTo(200);
            assertThat(alone.body()).contains("its stored changes and harvests cannot be read")
                    .doesNotContain("C0MPLETE");
            assertThat(log.list)
                    .anySatisfy(event -> assertThat(event.getFormattedMessage()).contains("source=broken", "C0MPLETE"));
        } finally {
            logger.detachAppender(log);
            store().remove("broken", false);
        }
    }

    @Test
    void fixedInterval_isShownAsConfigured() throws Exception {
        store().schedules().pin("a", Duration.ofHours(36));
        try {
            assertThat(get("/stats/a").body()).contains("Interval fixed", "36h");
        } finally {
            store().schedules().pin("a", null);
        }
    }
}
