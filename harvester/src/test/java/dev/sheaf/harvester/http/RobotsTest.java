package dev.sheaf.harvester.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.sheaf.core.store.Access;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RobotsTest {

    private static final FetchRules OBEYING = FetchRules.DEFAULT.withAccess(Access.DEFAULT.withObeyRobots(true), null);

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private static boolean isRobots(ReceivedRequest request) {
        return request.path().equals("/robots.txt");
    }

    private void robots(String text) {
        provider.when(RobotsTest::isRobots, Behaviour.body("text/plain", text));
    }

    private Fetched fetch() throws HarvestException {
        return fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify")), OBEYING, pause);
    }

    private static RobotsFile parse(String text) {
        return RobotsFile.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void requestsRobotsTxtOnceADayAndOnlyWhenEnabled() throws HarvestException {
        robots("User-agent: *\nDisallow: /private\nCrawl-delay: 2.5\n");
        fetcher.fetch(URI.create(provider.baseUrl()), FetchRules.DEFAULT, pause);
        assertThat(provider.requests(RobotsTest::isRobots)).isEmpty();
        fetch();
        fetch();
        assertThat(provider.requests(RobotsTest::isRobots)).hasSize(1);
        assertThat(pause.times).contains(Duration.ofMillis(2_500));
        assertThat(pause.reasons.getLast()).contains("robots.txt");
        clock.advance(Duration.ofHours(25));
        fetch();
        assertThat(provider.requests(RobotsTest::isRobots)).hasSize(2);
    }

    @Test
    void forbiddenAddresses_areNotRequested() {
        robots("User-agent: *\nDisallow: /oai\n");
        assertThatThrownBy(this::fetch)
                .isInstanceOfSatisfying(HarvestException.class, failure -> assertThat(failure.kind()).isEqualTo(Kind.ROBOTS))
                .hasMessageContaining("/oai?verb=Identify").hasMessageContaining("--access obey-robots=no");
        assertThat(provider.requests()).hasSize(1);
    }

    @Test
    void missingRobotsTxt_allowsEverything_andAFailingOneNothing() throws HarvestException {
        provider.when(RobotsTest::isRobots, Behaviour.status(404));
        assertThat(fetch().status()).isEqualTo(200);
        clock.advance(Duration.ofHours(25));
        provider.behave();
        provider.when(RobotsTest::isRobots, Behaviour.status(500));
        assertThatThrownBy(this::fetch).hasMessageContaining("could not be read");
        provider.behave();
        robots("");
        clock.advance(Duration.ofMinutes(11));
        assertThat(fetch().status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"/fish,/fish,true", "/fish,/fish/salmon.html,true", "/fish,/Fish,false", "/fish*,/fishheads,true",
            "/fish/,/fish,false", "/*.php,/folder/filename.php?parameters,true", "/*.php$,/filename.php?parameters,false",
            "/*.php$,/a.php.php,true", "/fish*.php,/fishheads/catfish.php?x,true", "/$,/,true", "/$,/x,false", "*,/x,true",
            "/a*b*c,/a1b2c3,true", "/a*b*c$,/a1b2c3,false", "/oai?verb=Get,/oai?verb=GetRecord,true"})
    void paths_areComparedByTheStandard(String pattern, String path, boolean matches) {
        assertThat(new RobotsFile.Rule(pattern, false).matches(path)).isEqualTo(matches);
    }

    @Test
    void longestRuleDecides_andAllowWinsAmongEqualLengths() {
        RobotsFile file = parse("User-agent: *\nDisallow: /\nAllow: /oai\nDisallow: /oai/private\nAllow: /p\nDisallow: /p\n");
        assertThat(file.allows("/x")).isFalse();
        assertThat(file.allows("/oai?verb=Identify")).isTrue();
        assertThat(file.allows("/oai/private")).isFalse();
        assertThat(file.allows("/p")).isTrue();
    }

    @Test
    void groupForOurUserAgent_overridesTheGeneralGroup() {
        String others = "User-agent: *\nDisallow: /\n\n";
        assertThat(parse(others).allows("/oai")).isFalse();
        assertThat(parse(others + "User-agent: other\nUser-Agent: SHEAF/1.0 # us\nDisallow: /x\ncrawl-delay: 7").allows("/oai"))
                .isTrue();
        RobotsFile two = parse("user-agent: sheaf\nDisallow: /a\n\nuser-agent: sheaf\nDisallow: /b\nCrawl-delay: 9\n");
        assertThat(two.allows("/a")).isFalse();
        assertThat(two.allows("/b")).isFalse();
        assertThat(two.delay()).isEqualTo(Duration.ofSeconds(9));
        assertThat(parse("User-agent: sheafling\nDisallow: /\n").allows("/oai")).isTrue();
        assertThat(parse("User-agent: *\nDisallow:\n").allows("/oai")).isTrue();
    }

    @Test
    void nonsensicalRobotsTxt_allowsEverything_andIsReadQuickly() {
        assertThat(parse("\u0000\uFFFF::::\nDisallow: /\nCrawl-delay: 1\n<html>").allows("/oai")).isTrue();
        assertThat(parse("User-agent: *\nCrawl-delay: NaN\n").delay()).isNull();
        assertThat(parse("User-agent: *\nCrawl-delay: 1e300\n").delay()).isEqualTo(Duration.ofHours(1));
        String hostile = "/" + "*a".repeat(10_000) + "$";
        assertThat(new RobotsFile.Rule(hostile, false).matches("/" + "a".repeat(5_000))).isFalse();
    }
}
