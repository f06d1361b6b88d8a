package dev.sheaf.platform.server.pages;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.core.MetadataFormat;
import dev.sheaf.core.OaiRecord;
import dev.sheaf.core.address.AccessList;
import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.core.store.Batch;
import dev.sheaf.core.store.Source;
import dev.sheaf.platform.search.RecordIndex;
import dev.sheaf.platform.search.SearchIndexer;
import dev.sheaf.platform.server.AccessPolicy;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.sync.copies.CopiedFiles;
import dev.sheaf.platform.web.Portal;
import dev.sheaf.search.SearchIndex;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static dev.sheaf.platform.search.SearchHub.deleted;
import static dev.sheaf.platform.search.SearchHub.record;
import static org.assertj.core.api.Assertions.assertThat;

/** Pages for people without a login come from memory, are never older than the store, and have validators; other pages are never kept. */
class PageCacheTest {

    private static final HubIdentity HUB = new HubIdentity("Test", "test@example.org", "test.example.org");
    private static final String ONE = "/records/a/oai_dc/one";
    private static final long MEGABYTE = 1 << 20;

    @TempDir
    private Path folder;
    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private final AtomicInteger reads = new AtomicInteger();
    private HubStore store;
    private SearchIndexer indexer;
    private SearchIndex index;
    private PageCache pages;
    private HubServer server;

    @BeforeEach
    void start() throws Exception {
        store = HubStores.open(folder, HUB, clock);
        indexer = new SearchIndexer(store, folder.resolve("index"));
        index = RecordIndex.open(folder.resolve("index"));
        serve(MEGABYTE);
        save("a", record("one", "title=Rivers"), record("two", "title=Lakes"));
        clock.advance(Duration.ofHours(1));
    }

    private void serve(long bytes) throws Exception {
        HubStore counted = (HubStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[]{HubStore.class},
                (_, method, arguments) -> {
                    reads.addAndGet(method.getName().equals("get") ? 1 : 0);
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
        AccessList here = new AccessList(List.of(AddressBlock.parse("127.0.0.0/8")), List.of(AddressBlock.parse("0.0.0.0/0")));
        AccessPolicy access = new AccessPolicy(id -> id.equals("closed") ? here : AccessList.OPEN, ClientAddresses.DIRECT);
        pages = new PageCache(store, clock, bytes);
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        server.start(List.of(new Portal(counted, index, server.baseUrl(), access, new CopiedFiles(folder.resolve("copies")),
                pages)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        indexer.close();
        index.close();
        store.close();
    }

    private void save(String source, OaiRecord... records) {
        save(store, source, records);
    }

    private static void save(HubStore to, String source, OaiRecord... records) {
        if (to.source(source).isEmpty()) {
            to.put(Source.imported(source, "Archive " + source));
        }
        to.save(new Batch(source, 1, MetadataFormat.OAI_DC, List.of(records)));
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.baseUrl() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    @ParameterizedTest
    @ValueSource(strings = {ONE, ONE + "?raw", ONE + "?format=jsonld"})
    void secondAnswer_isTheFirst_withoutReadingTheRecord(String path) throws Exception {
        HttpResponse<String> first = get(path);
        int read = reads.get();
        HttpResponse<String> second = get(path);

        assertThat(read).isPositive();
        assertThat(reads).hasValue(read);
        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(second.body()).isEqualTo(first.body()).contains("Rivers");
        for (String name : List.of("ETag", "Content-Type", "Link", "Cache-Control", "Content-Security-Policy", "Vary")) {
            assertThat(header(second, name)).as(name).isEqualTo(header(first, name));
        }
        assertThat(header(second, "ETag")).isNotEmpty();
    }

    @Test
    void changedRecord_isShownAtOnce() throws Exception {
        String before = header(get(ONE), "ETag");
        save("a", record("one", "title=Rivers of the north"));

        HttpResponse<String> after = get(ONE, "If-None-Match", before);

        assertThat(after.statusCode()).isEqualTo(200);
        assertThat(after.body()).contains("Rivers of the north");
        assertThat(header(after, "ETag")).isNotEqualTo(before);
    }

    @Test
    void recordThatAnotherProcessChanges_isShownAtOnce() throws Exception {
        get(ONE);
        try (HubStore other = HubStores.open(folder, HUB, clock)) {
            save(other, "a", record("one", "title=Rivers of the south"));
        }

        assertThat(get(ONE).body()).contains("Rivers of the south");
    }

    @Test
    void changesOfOtherRecords_leaveThePageInMemory() throws Exception {
        String tag = header(get(ONE), "ETag");
        int read = reads.get();
        save("a", record("two", "title=Lakes of the north"), record("three", "title=Seas"));

        assertThat(header(get(ONE), "ETag")).isEqualTo(tag);
        assertThat(reads).hasValue(read);
    }

    @Test
    void otherNameOfTheSource_isShownAtOnce_withALaterTime() throws Exception {
        HttpResponse<String> before = get(ONE);
        clock.advance(Duration.ofHours(1));
        store.put(Source.imported("a", "The old name is gone"));
        HttpResponse<String> changed = get(ONE, "If-Modified-Since", header(before, "Last-Modified"));
        clock.advance(Duration.ofHours(1));

        assertThat(header(before, "Last-Modified")).isNotEmpty();
        assertThat(changed.statusCode()).isEqualTo(200);
        assertThat(changed.body()).contains("The old name is gone");
        assertThat(header(get(ONE), "Last-Modified")).isEqualTo("Sat, 01 Mar 2025 14:00:00 GMT");
    }

    @Test
    void withdrawnRecord_isGoneAtOnce_andHasNoValidators() throws Exception {
        String tag = header(get(ONE), "ETag");
        save("a", deleted("one"));

        HttpResponse<String> gone = get(ONE, "If-None-Match", tag);

        assertThat(gone.statusCode()).isEqualTo(410);
        assertThat(header(gone, "ETag")).isEmpty();
        assertThat(get("/records/a/oai_dc/none", "If-None-Match", "*").statusCode()).isEqualTo(404);
    }

    @Test
    void knownVersion_isAnsweredWith304_withoutABody() throws Exception {
        HttpResponse<String> page = get(ONE);
        String tag = header(page, "ETag");
        String time = header(page, "Last-Modified");

        assertThat(time).isEqualTo("Sat, 01 Mar 2025 12:00:01 GMT");
        for (String[] condition : List.of(new String[]{"If-None-Match", tag}, new String[]{"If-None-Match", "\"x\", W/" + tag},
                new String[]{"If-None-Match", "\"x\"", "If-None-Match", tag}, new String[]{"If-None-Match", "*"},
                new String[]{"If-Modified-Since", time},
                new String[]{"If-Modified-Since", "Sat, 01 Mar 2025 12:45:00 GMT"},
                new String[]{"If-None-Match", tag, "If-Modified-Since", "Sat, 01 Mar 2003 12:45:00 GMT"})) {
            HttpResponse<String> known = get(ONE, condition);
            assertThat(known.statusCode()).as(String.join(" ", condition)).isEqualTo(304);
            assertThat(known.body()).isEmpty();
            assertThat(header(known, "ETag")).isEqualTo(tag);
            assertThat(header(known, "Cache-Control")).isEqualTo("no-cache");
            for (String name : List.of("Content-Encoding", "Content-Length", "Content-Type")) {
                assertThat(header(known, name)).as(name).isEmpty();
            }
        }
        for (String[] condition : List.of(new String[]{"If-None-Match", "\"x\""}, new String[]{"If-None-Match", "x"},
                new String[]{"If-Modified-Since", "yesterday"},
                new String[]{"If-Modified-Since", "Sat, 01 Mar 2025 11:59:59 GMT"},
                new String[]{"If-Modified-Since", "Sat, 01 Mar 2035 12:45:00 GMT"},
                new String[]{"If-None-Match", "\"x\"", "If-Modified-Since", time})) {
            assertThat(get(ONE, condition).statusCode()).as(String.join(" ", condition)).isEqualTo(200);
        }
    }

    @Test
    void tagOfAPageThatIsNotInMemory_isAnsweredWithoutReadingTheRecord() throws Exception {
        server.close();
        serve(8);
        HttpResponse<String> page = get(ONE);
        String tag = header(page, "ETag");
        int read = reads.get();
        save("a", record("two", "title=Lakes of the north"));

        HttpResponse<String> known = get(ONE, "If-None-Match", "\"x\", W/" + tag);

        assertThat(pages.size()).isZero();
        assertThat(reads).hasValue(read);
        assertThat(known.statusCode()).isEqualTo(304);
        for (String name : List.of("ETag", "Cache-Control", "Content-Security-Policy", "Vary")) {
            assertThat(header(known, name)).as(name).isNotEmpty().isEqualTo(header(page, name));
        }
        assertThat(get(ONE + "?raw", "If-None-Match", tag).statusCode()).isEqualTo(200);
        assertThat(get(ONE, "Accept-Encoding", "gzip", "If-None-Match", tag).statusCode()).isEqualTo(200);
        store.put(Source.imported("a", "Another name"));
        assertThat(get(ONE, "If-None-Match", tag).body()).contains("Another name");
    }

    @Test
    void tag_survivesARestart() throws Exception {
        // The links of a page name the address of the server, which is another one afterwards; the metadata do not.
        String tag = header(get(ONE + "?raw"), "ETag");
        server.close();
        serve(MEGABYTE);

        HttpResponse<String> known = get(ONE + "?raw", "If-None-Match", tag);

        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(header(known, "ETag")).isEqualTo(tag);
    }

    @Test
    void timeOfTheLastChange_isNotGivenWhileItMayBecomeThatOfAnotherChange() throws Exception {
        save("a", record("one", "title=First"));
        HttpResponse<String> first = get(ONE);
        save("a", record("one", "title=Second"));
        HttpResponse<String> second = get(ONE);
        clock.advance(Duration.ofSeconds(10));

        assertThat(header(first, "Last-Modified")).isEmpty();
        assertThat(second.body()).contains("Second");
        assertThat(header(get(ONE), "Last-Modified")).isNotEmpty();
    }

    @Test
    void eachCoding_hasItsOwnTag() throws Exception {
        HttpResponse<String> plain = get(ONE);
        HttpResponse<String> coded = get(ONE, "Accept-Encoding", "gzip");

        assertThat(header(coded, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(coded, "ETag")).isNotEqualTo(header(plain, "ETag"));
        assertThat(get(ONE, "Accept-Encoding", "gzip", "If-None-Match", header(coded, "ETag")).statusCode()).isEqualTo(304);
        assertThat(get(ONE, "Accept-Encoding", "identity;q=0").statusCode()).isEqualTo(406);
    }

    @Test
    void head_hasTheHeadersOfGet() throws Exception {
        HttpResponse<String> page = get(ONE);
        HttpResponse<Void> head = client.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + ONE)).HEAD().build(),
                HttpResponse.BodyHandlers.discarding());

        assertThat(header(head, "ETag")).isEqualTo(header(page, "ETag"));
        assertThat(header(head, "Content-Length")).isEqualTo(header(page, "Content-Length"));
    }

    @Test
    void pageOfAClosedRepository_neverEntersTheMemory() throws Exception {
        save("closed", record("secret", "title=For this machine only"));

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> page = get("/records/closed/oai_dc/secret");
            assertThat(page.statusCode()).isEqualTo(200);
            assertThat(page.body()).contains("For this machine only");
            assertThat(header(page, "ETag")).isEmpty();
        }
        indexer.catchUp();
        index.refresh();
        assertThat(get("/?source=closed").body()).contains("For this machine only");
        assertThat(get("/?q=").body()).contains("For this machine only");
        assertThat(pages.size()).isZero();
    }

    @Test
    void nameOfAClosedRepository_isReadForEachPage() throws Exception {
        save("closed", record("secret", "title=For this machine only"));
        assertThat(get("/records/closed/oai_dc/secret").body()).contains("Archive closed");
        store.put(Source.imported("closed", "Another name"));
        assertThat(get("/records/closed/oai_dc/secret").body()).contains("Another name").doesNotContain("Archive closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer x", "Cookie: sheaf-session=x"})
    void pageOfASignedInPerson_neitherEntersTheMemory_norComesFromIt(String credentials) throws Exception {
        String[] header = credentials.split(": ", -1);
        HttpResponse<String> own = get(ONE, header[0], header[1]);
        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(pages.size()).isZero();

        get(ONE);
        int read = reads.get();
        get(ONE, header[0], header[1]);
        assertThat(reads.get()).isGreaterThan(read);
        assertThat(pages.size()).isEqualTo(1);
    }

    @Test
    void firstPagesOfLists_areKept_andFollowTheIndex() throws Exception {
        assertThat(get("/?source=a").body()).doesNotContain("Rivers");
        indexer.catchUp();
        index.refresh();
        HttpResponse<String> indexed = get("/?source=a");
        assertThat(indexed.body()).contains("Rivers", "Lakes");
        int read = reads.get();
        assertThat(get("/?source=a").body()).isEqualTo(indexed.body());
        assertThat(reads).hasValue(read);

        save("a", record("one", "title=Rivers of the north"));
        indexer.catchUp();
        index.refresh();
        assertThat(get("/?source=a").body()).contains("Rivers of the north");
    }

    @Test
    void searches_areNotKept_butHaveTags() throws Exception {
        indexer.catchUp();
        index.refresh();
        long before = pages.size();
        for (String path : List.of("/", "/?q=rivers", "/?q=&page=2", "/repositories")) {
            String tag = header(get(path), "ETag");
            assertThat(tag).as(path).isNotEmpty();
            assertThat(get(path, "If-None-Match", tag).statusCode()).as(path).isEqualTo(304);
        }
        assertThat(pages.size()).isEqualTo(before);
    }

    @Test
    void memory_isBounded() throws Exception {
        server.close();
        serve(64 * 1024);
        save("a", IntStream.range(0, 60).mapToObj(i -> record("r" + i, "title=Title " + i)).toArray(OaiRecord[]::new));
        for (int i = 0; i < 60; i++) {
            assertThat(get("/records/a/oai_dc/r" + i, "Accept-Encoding", "gzip").statusCode()).isEqualTo(200);
        }

        assertThat(pages.size()).isBetween(1L, 40L);
    }
}
