package dev.sheaf.platform.openurl;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.formats.dublincore.DublinCore;
import dev.sheaf.platform.sru.SampleHub;
import dev.sheaf.platform.web.Coins;
import dev.sheaf.provider.OaiQueryString;
import dev.sheaf.testkit.repository.ListedRepository;

import static dev.sheaf.platform.sru.SampleHub.query;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** The OpenURL resolver over real HTTP, and the context objects in pages. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenUrlTest {

    private static final String FIRST = "/records/home/oai_dc/oai:x:1";
    private static final String SECOND = "/records/home/oai_dc/oai:x:2";
    private static final String THIRD = "/records/home/oai_dc/oai:x:3";

    private @Nullable SampleHub started;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        started = new SampleHub(folder, new OpenUrlFeature());
    }

    @AfterAll
    void stop() {
        hub().close();
    }

    private SampleHub hub() {
        return requireNonNull(started);
    }

    private String location(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(303);
        return response.headers().firstValue("Location").orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "id=doi:10.1000/182|" + FIRST, "sid=google&id=doi:10.1000%2F182&title=Something%20else|" + FIRST,
            "id=oai:x:3|" + THIRD, "id=oai:oai:x:3|" + THIRD, "isbn=316148410X|" + SECOND,
            "genre=book&isbn=978-3-16-148410-0|" + SECOND,
            "issn=0028-0836|" + THIRD, "genre=article&issn=00280836&atitle=Mountains&title=A%20journal|" + THIRD,
            "title=river%20history&aulast=Smith&date=1990|" + FIRST,
            "atitle=Mountains&title=Nature&aulast=Smith&date=2010-05|" + THIRD,
            "title=mountains&aulast=Misspelled&date=2010|" + THIRD, "title=mountains&aulast=Smith&date=1999|" + THIRD})
    void citationOfVersion01_leadsToItsRecord(String openUrl, String record) throws Exception {
        assertThat(location(hub().get("/openurl?" + openUrl))).isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "rft_id=info:doi/10.1000/182|" + FIRST, "rft_id=info%3Adoi%2F10.1000%2F182&rft.title=other|" + FIRST,
            "rft_id=info:oai/x:3|" + THIRD, "rft_id=info:oai/oai:x:3|" + THIRD, "rft_id=urn:ISBN:316148410X|" + SECOND,
            "rft_val_fmt=info:ofi/fmt:kev:mtx:book&rft.isbn=9783161484100|" + SECOND,
            "rft_val_fmt=info:ofi/fmt:kev:mtx:journal&rft.genre=article&rft.atitle=mountains&rft.issn=0028-0836|" + THIRD,
            "rft_val_fmt=info:ofi/fmt:kev:mtx:dc&rft.title=River%20history&rft.creator=Smith,%20Ann&rft.date=1990|" + FIRST,
            "rft_val_fmt=info:ofi/fmt:kev:mtx:dc&rft.identifier=oai:x:3|" + THIRD, "RFT.TITLE=mountains|" + THIRD})
    void citationOfVersion10_leadsToItsRecord(String openUrl, String record) throws Exception {
        String all = "url_ver=Z39.88-2004&ctx_ver=Z39.88-2004&ctx_enc=info:ofi/enc:UTF-8&rfr_id=info:sid/example.org:db&"
                + openUrl;
        assertThat(location(hub().get("/openurl?" + all))).isEqualTo(record);
        assertThat(location(hub().post("/openurl", all))).isEqualTo(record);
        assertThat(hub().get(URI.create(record).getRawPath()).statusCode()).isEqualTo(200);
    }

    @Test
    void identifierThatIsUnknown_givesWayToTheTitle() throws Exception {
        assertThat(location(hub().get("/openurl?rft_id=info:doi/10.1000/nosuch1&rft.atitle=mountains"))).isEqualTo(THIRD);
    }

    @Test
    void keysOf10_countAlone() throws Exception {
        assertThat(location(hub().get("/openurl?id=doi:10.9999/none&rft_id=info:doi/10.1000/182"))).isEqualTo(FIRST);
        assertThat(hub().get("/openurl?id=doi:10.1000/182&rft_id=info:doi/10.9999/none").statusCode()).isEqualTo(404);
    }

    @Test
    void valueOfAnOlderSystem_isReadAsLatin1() throws Exception {
        HttpResponse<String> page = hub().get("/openurl?title=M%FCller+%26+S%F6hne");
        assertThat(page.statusCode()).isEqualTo(404);
        assertThat(page.body()).contains("M\u00fcller &amp; S\u00f6hne");
    }

    @Test
    void severalRecords_areListed() throws Exception {
        HttpResponse<String> list = hub().get("/openurl?title=history");
        assertThat(list.statusCode()).isEqualTo(200);
        assertThat(list.body()).contains(FIRST, SECOND, "one of these 2 records", "History of the river &amp; lake &lt;b&gt;",
                "class=\"Z3988\"", "noindex");
    }

    @Test
    void noRecord_isSaid_withASearch_inTheReadersLanguage() throws Exception {
        String nothing = "/openurl?" + query("title", "no such <b> title", "aulast", "N\u00f6");
        HttpResponse<String> english = hub().get(nothing);
        assertThat(english.statusCode()).isEqualTo(404);
        assertThat(english.body()).contains("No record of this hub fits", "/?q=no+such+%3Cb%3E+title+N%C3%B6", "&lt;b&gt;")
                .doesNotContain("such <b>");
        HttpResponse<String> german = hub().get(nothing, "Accept-Language", "de-AT,en;q=0.5");
        assertThat(german.body()).contains("Kein Datensatz dieses Hubs passt", "lang=\"de\"");
    }

    @Test
    void closedRecords_areNotFound() throws Exception {
        assertThat(hub().get("/openurl?id=doi:10.1000/999").statusCode()).isEqualTo(404);
        assertThat(hub().get("/openurl?id=oai:x:secret").statusCode()).isEqualTo(404);
        assertThat(hub().get("/openurl?title=secret%20river&aulast=Smith&date=1990").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"'',This request has none", "sid=a:b&genre=article,This request has none",
            "url_ctx_ref=http://127.0.0.1:1/,by reference",
            "rft_ref=file:///etc/passwd&rft_ref_fmt=x,by reference"})
    void requestWithoutACitation_getsHelp(String openUrl, String text) throws Exception {
        HttpResponse<String> page = hub().get("/openurl?" + openUrl);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains(text);
    }

    @Test
    void germanTexts_haveTheKeysOfTheEnglishOnes() {
        for (String key : List.of("heading", "several", "first", "none", "indexing", "none.hint", "search", "no-citation",
                "example",
                "by-reference",
                "too-large", "related", "related.none")) {
            assertThat(OpenUrlTexts.preferred("de").of(key)).isNotEqualTo(OpenUrlTexts.preferred("en").of(key)).isNotBlank();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rft_id=info:doi/10.1000/182&", "id=doi:10.1000/182&", "rft.isbn=316148410X&", "rft.au=Smith&", "&",
            "=", "a=b&",
            "rft.atitle=a&"})
    void manyKeys_areRefused(String pair) throws Exception {
        HttpResponse<String> few = hub().post("/openurl", pair.repeat(50));
        assertThat(few.statusCode()).isIn(200, 303, 404);
        HttpResponse<String> many = hub().post("/openurl", pair.repeat(60_000 / pair.length()));
        assertThat(many.statusCode()).as(pair).isEqualTo(pair.equals("&") || pair.equals("=") ? 200 : 400);
        assertThat(hub().post("/openurl", pair.repeat(70_000 / pair.length())).statusCode()).isEqualTo(413);
    }

    @Test
    void longValues_areCut() throws Exception {
        for (String key : List.of("title", "rft_id", "id", "isbn", "rft.issn", "aulast", "date", "rft.identifier")) {
            for (String value : List.of("a".repeat(50_000), "a ".repeat(25_000), "10.1000/1 ".repeat(5_000), "-".repeat(50_000),
                    "\u4e00".repeat(5_000), "0028-0836 ".repeat(5_000))) {
                assertThat(hub().post("/openurl", query("title", "mountains", key, value)).statusCode()).as(key).isIn(200, 303,
                        404);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"<script>alert(1)</script>", "\"><img src=x>", "\r\nSet-Cookie: a=b", "%00", "javascript:alert(1)",
            "\u202e"})
    void attackInAValue_isEscaped(String attack) throws Exception {
        for (String key : List.of("title", "aulast", "id", "rft_id", "rft.atitle", "sid", attack)) {
            HttpResponse<String> page = hub().post("/openurl", query("title", "nosuchtitle " + attack)
                    + "&" + URLEncoder.encode(key, StandardCharsets.UTF_8) + "=" + query("x", attack).substring(2));
            assertThat(page.body()).doesNotContain("<script>alert", "<img src=x>", "href=\"javascript:");
            assertThat(page.headers().firstValue("Set-Cookie")).isEmpty();
        }
    }

    @Test
    void coins_ofAPage_leadBackToItsRecord() throws Exception {
        HttpResponse<String> page = hub().get(SECOND);
        String begin = "<span class=\"Z3988\" title=\"";
        assertThat(page.body()).contains(begin);
        String coins = page.body().substring(page.body().indexOf(begin) + begin.length());
        String kev = coins.substring(0, coins.indexOf('"')).replace("&amp;", "&");
        assertThat(OaiQueryString.parse(kev).values("rft.title")).containsExactly("History of the river & lake <b>");
        assertThat(OaiQueryString.parse(kev).values("rft_id")).containsExactly("urn:ISBN:9783161484100");
        assertThat(location(hub().get("/openurl?" + kev))).isEqualTo(SECOND);
        assertThat(hub().get("/?q=river").body()).contains(begin);
    }

    @Test
    void coins_areShort_forLongRecords() {
        DublinCore dc = DublinCore.readOrEmpty(ListedRepository.dublinCore("long title ".repeat(10_000)));
        assertThat(Coins.of(dc, "oai:x:1", "http://hub.example.org").length()).isLessThan(2_000);
    }
}
