package dev.sheaf.harvester.announce;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.http.Fetched;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/** The hub and the topic that a page or its headers name, also when somebody wants to make reading them costly. */
@Timeout(60)
class HubOfferTest {

    private static final URI PLACE = URI.create("http://a.example.org/oai");
    private static final HubOffer OFFER = new HubOffer(List.of(URI.create("http://a.example.org/hub")),
            "http://a.example.org/self");
    private static final String BOTH = "<link rel=hub href=/hub><link rel=\"self\" href='/self'/>";

    private static Optional<HubOffer> page(String html) {
        byte[] body = html.getBytes(UTF_8);
        return HubOffer
                .of(new Fetched(PLACE, 200, HttpHeaders.of(Map.of("Content-Type", List.of("text/html")), (_, _) -> true), body,
                        body.length));
    }

    private static Optional<HubOffer> headers(String... links) {
        return HubOffer
                .of(new Fetched(PLACE, 200, HttpHeaders.of(Map.of("Link", List.of(links)), (_, _) -> true), new byte[0], 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {BOTH, "<LINK REL=hub class HREF = \"/hub\" / >" + BOTH, "<link><link rel><link rel=>" + BOTH,
            "<link rel=hub href=/other\"" + BOTH, "<link rel='a>b' title=\"<link rel=hub href=/other>\">" + BOTH,
            "<linked rel=hub href=/other>" + BOTH, "<!-- <link rel=hub href=/other> -->" + BOTH,
            "<link rel=hub href=/hub><link title=\"a\"rel=self href=/self>", BOTH + "<body><link rel=hub href=/other>"})
    void linksInTheHeadOfAPage_nameHubAndTopic(String html) {
        assertThat(page("<html><head>" + html)).contains(OFFER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<link rel=hub href=/hub", "<link rel=hub href=\"/hub><link rel=self href=/self>", "<body>" + BOTH})
    void truncatedTags_nameNoHub(String html) {
        assertThat(page("<html><head>" + html)).isEmpty();
    }

    @Test
    void linksInHeaders_nameHubAndTopic() {
        assertThat(headers("</hub>; rel=\"hub\", </self>; title=\"a, <b>\"; rel=self")).contains(OFFER);
        assertThat(headers("</hub>;rel=hub", "<broken </self>; rel=self")).contains(OFFER);
    }

    /** Half an hour and more when each beginning is searched up to the end. */
    @ParameterizedTest
    @ValueSource(strings = {"<link", "<link ", "<link a", "<link a=", "a", "<link a='\"'", "\"", "<!-", "<style", " "})
    void longHostileHeads_areReadInSeconds(String repeated) {
        String hostile = repeated.repeat((1 << 18) / repeated.length());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            page("<html><head>" + hostile);
            page("<html><head><link " + hostile + ">");
            headers(hostile, "<" + hostile, "<a>; " + hostile);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"<", "<a>;", "<a>;a=\"", ";a", " ;", "\\\""})
    void longHostileHeaders_areReadInSeconds(String repeated) {
        String hostile = repeated.repeat((1 << 18) / repeated.length());
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> headers(hostile, "<a>" + hostile, "<a>; a=\"" + hostile));
    }
}
