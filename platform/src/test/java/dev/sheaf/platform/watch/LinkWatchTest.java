package dev.sheaf.platform.watch;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import dev.sheaf.core.Datestamp;
import dev.sheaf.core.Header;
import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.XmlFragment;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.conformance.CheckedLink;
import dev.sheaf.store.conformance.LinkChecks;
import dev.sheaf.store.conformance.LinkChecks.Tally;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class LinkWatchTest extends WatchFixture {

    private LinkWatch links() {
        return links(fetcher());
    }

    private LinkWatch links(HttpFetcher client) {
        return new LinkWatch(store(), "https://hub.example.org", client, FetchRules.DEFAULT, (_, _) -> {},
                WatchTerms.defaults(), null, clock);
    }

    private static OaiRecord record(int number, String... identifiers) {
        StringBuilder dc = new StringBuilder("<oai_dc:dc xmlns:oai_dc=\"http://www.openarchives.org/OAI/2.0/oai_dc/\""
                + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>Title</dc:title>");
        for (String identifier : identifiers) {
            dc.append("<dc:identifier>").append(identifier).append("</dc:identifier>");
        }
        return new OaiRecord(new Header("oai:s:" + number, Datestamp.parse("2024-01-01T00:00:00Z"), List.of(), false),
                XmlFragment.of(dc + "</oai_dc:dc>"));
    }

    /** Stores records of a local source. */
    private void saved(String source, List<OaiRecord> records) {
        store().put(Source.imported(source, "Source " + source));
        store().save(new Batch(source, 1, MetadataFormat.OAI_DC, records));
    }

    /** Rounds until nothing is left to check. A round makes one request to a host. */
    private void allRounds(LinkWatch watch, int most) {
        for (int i = 0; i < most; i++) {
            watch.round();
            while (!watch.isIdle()) {
                Thread.onSpinWait();
            }
            clock.advance(LinkWatch.ROUND);
        }
    }

    private int requests(String path) {
        return provider.requests(request -> request.path().equals(path)).size();
    }

    @Test
    void linksOfRecords_areCheckedOneByOneAndTheBrokenOnesShown() {
        provider.when(request -> request.path().equals("/gone"), Behaviour.status(404));
        provider.when(request -> request.path().equals("/secret"), Behaviour.status(403));
        provider.when(request -> request.path().equals("/busy"), Behaviour.status(500));
        saved("s", List.of(record(1, "urn:x:1", provider.baseUrl("/works")), record(2, provider.baseUrl("/gone")),
                record(3, provider.baseUrl("/secret")), record(4, "10.1000/182"), record(5, "ftp://x.example.org/"),
                record(6, provider.baseUrl("/busy")), record(7, provider.baseUrl("/works#part"))));
        LinkWatch watch = links();
        allRounds(watch, 10);
        assertThat(store().linkChecks().tally("s")).contains(new Tally(1, 1, 2, 0));
        assertThat(store().linkChecks().broken("s", 10)).extracting(CheckedLink::url, CheckedLink::identifier,
                CheckedLink::detail).containsExactly(
                        tuple(provider.baseUrl("/gone"), "oai:s:2",
                                "HTTP 404"));
        assertThat(requests("/works")).as("two records have this link").isEqualTo(1);
        watch.close();
    }

    @Test
    void hostGetsOneRequestInARound() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            records.add(record(i, provider.baseUrl("/" + i)));
        }
        saved("s", records);
        saved("t", List.of(record(9, provider.baseUrl("/9"))));
        LinkWatch watch = links();
        allRounds(watch, 1);
        assertThat(provider.requests(request -> !request.path().equals("/robots.txt"))).hasSize(1);
        allRounds(watch, 5);
        assertThat(provider.requests(request -> !request.path().equals("/robots.txt"))).hasSize(6);
        watch.close();
    }

    @Test
    void linksOfOneSource_areCheckedWhileAnotherHasSilentHosts() throws Exception {
        List<ServerSocket> silent = new ArrayList<>();
        LinkWatch watch = links();
        try {
            List<OaiRecord> records = new ArrayList<>();
            for (int network = 0; network < 24; network++) {
                // Connections are taken by the system, and nothing is answered.
                ServerSocket socket = new ServerSocket(0, 50, InetAddress.ofLiteral("127.9." + network + ".1"));
                silent.add(socket);
                records.add(record(network, "http://127.9." + network + ".1:" + socket.getLocalPort() + "/"));
            }
            saved("a-silent", records);
            saved("good", List.of(record(99, provider.baseUrl("/good"))));

            watch.round();

            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (requests("/good") == 0 && System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            assertThat(requests("/good")).isEqualTo(1);
            assertThat(watch.isIdle()).as("silent hosts are still being asked").isFalse();
        } finally {
            for (ServerSocket socket : silent) {
                socket.close();
            }
            watch.end();
            fetcher().close();
            watch.close();
        }
    }

    @Test
    void robotsFile_isObeyed() {
        provider.when(request -> request.path().equals("/robots.txt"),
                Behaviour.body("text/plain", "User-agent: *\nDisallow: /private\n"));
        saved("s", List.of(record(1, provider.baseUrl("/private/1")), record(2, provider.baseUrl("/public/2"))));
        LinkWatch watch = links();
        allRounds(watch, 3);
        assertThat(requests("/private/1")).isZero();
        assertThat(store().linkChecks().tally("s")).contains(new Tally(1, 0, 0, 1));
        watch.close();
    }

    @Test
    void hostThatAsksForADayBetweenRequests_isNotWaitedFor() {
        provider.when(request -> request.path().equals("/robots.txt"),
                Behaviour.body("text/plain", "User-agent: *\nCrawl-delay: 86400\n"));
        saved("s", List.of(record(1, provider.baseUrl("/1")), record(2, provider.baseUrl("/2"))));
        LinkWatch watch = links();
        allRounds(watch, 4);
        assertThat(requests("/1") + requests("/2")).isLessThan(2);
        assertThat(store().linkChecks().unchecked("s", 10)).isEmpty();
        watch.close();
    }

    @Test
    void linkIntoAPrivateNetwork_isNotFollowed() {
        saved("s", List.of(record(1, provider.baseUrl("/internal"))));
        try (HttpFetcher usual = new HttpFetcher(clock)) {
            LinkWatch watch = links(usual);
            allRounds(watch, 1);
            watch.close();
        }
        assertThat(provider.requests()).isEmpty();
        assertThat(store().linkChecks().tally("s")).contains(new Tally(0, 0, 0, 1));
        assertThat(store().linkChecks().unchecked("s", 10)).isEmpty();
    }

    @Test
    void restart_continuesWithTheLinksThatAreLeft() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            records.add(record(i, provider.baseUrl("/" + i)));
        }
        saved("s", records);
        LinkWatch first = links();
        allRounds(first, 3);
        first.close();
        restart();
        assertThat(store().linkChecks().unchecked("s", 10)).hasSize(3);
        LinkWatch second = links();
        allRounds(second, 5);
        assertThat(store().linkChecks().tally("s")).contains(new Tally(6, 0, 0, 0));
        for (int i = 0; i < 6; i++) {
            assertThat(requests("/" + i)).as("/" + i).isEqualTo(1);
        }
        second.close();
    }

    @Test
    void silentHost_doesNotDelayTheOthers() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedProvider silent = ScriptedProvider.start(Clock.systemUTC())) {
            silent.when(_ -> {
                asked.countDown();
                return true;
            }, Behaviour.stallAfter(5));
            saved("a", List.of(record(1, silent.baseUrl("/x"))));
            saved("b", List.of(record(2, provider.baseUrl("/1")), record(3, provider.baseUrl("/2"))));
            LinkWatch watch = links();
            watch.round();
            asked.await();
            for (int i = 0; i < 1_000 && store().linkChecks().tally("b").orElseThrow().works() < 2; i++) {
                watch.round();
                provider.requests();
                Thread.onSpinWait();
            }
            watch.end();
            fetcher().close();
            watch.close();
        }
        assertThat(store().linkChecks().tally("b")).contains(new Tally(2, 0, 0, 0));
        assertThat(store().linkChecks().unchecked("a", 10)).as("it is tried again").hasSize(1);
    }

    @Test
    void largeSource_isSampledAndChecksAreRepeatedWithTheInterval() {
        List<OaiRecord> records = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            records.add(record(i, provider.baseUrl("/" + i)));
        }
        saved("s", records);
        LinkWatch watch = links();
        watch.round();
        List<CheckedLink> sample = store().linkChecks().unchecked("s", 1_000);
        assertThat(sample.size()).isBetween(LinkChecks.MOST - 20, LinkChecks.MOST);
        while (!watch.isIdle()) {
            Thread.onSpinWait();
        }
        assertThat(sample.stream().mapToInt(link -> Integer.parseInt(link.identifier().substring(6))).max().orElseThrow())
                .as("the whole list is in the sample").isGreaterThan(1_400);
        assertThat(sample.stream().mapToInt(link -> Integer.parseInt(link.identifier().substring(6))).min().orElseThrow())
                .isLessThan(100);
        clock.advance(Duration.ofDays(31));
        watch.round();
        assertThat(store().linkChecks().round("s").orElseThrow().began()).isEqualTo(clock.instant());
        watch.close();
    }
}
