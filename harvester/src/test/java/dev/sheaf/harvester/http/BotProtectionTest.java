package dev.sheaf.harvester.http;

import java.net.URI;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BotProtectionTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
    }

    private Fetched fetch() throws HarvestException {
        return fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify")), FetchRules.DEFAULT, pause);
    }

    private void answersWith(int status, String header, String value, String body) {
        provider.when(ReceivedRequest.any(), (request, reply) -> {
            var answer = Behaviour.body("text/html", body).change(request, reply).withStatus(status);
            return header.isEmpty() ? answer : answer.withHeader(header, value);
        });
    }

    static List<Arguments> walls() {
        return List.of(
                Arguments.of("Cloudflare", 403, "cf-mitigated", "challenge", "<html><title>Just a moment...</title></html>"),
                Arguments.of("Cloudflare", 503, "Server", "cloudflare",
                        "<!DOCTYPE html><html><title>Just a moment...</title><script src=\"/cdn-cgi/challenge-platform/h/b\"></script>"),
                Arguments.of("Cloudflare", 403, "", "",
                        "<!DOCTYPE html>\n<html><head><title>Attention Required! | Cloudflare</title></head></html>"),
                Arguments.of("AWS WAF", 202, "x-amzn-waf-action", "challenge", ""),
                Arguments.of("AWS WAF", 405, "x-amzn-waf-action", "captcha", "<html><head><title>Human Verification</title>"),
                Arguments.of("without a message", 403, "Server", "awselb/2.0", ""),
                Arguments.of("Anubis", 200, "", "",
                        "<!doctype html><html><head><title>Making sure you&#39;re not a bot!</title><script id=\"anubis_version\">"),
                Arguments.of("Imperva", 200, "x-cdn", "Imperva",
                        "<html><head><META NAME=\"ROBOTS\"><script src=\"/_Incapsula_Resource?SWJIYLWA=7\"></script></head></html>"),
                Arguments.of("Akamai", 403, "Server", "AkamaiGHost",
                        "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>Reference&#32;&#35;18\nhttps&#58;//errors.edgesuite.net/18"),
                Arguments.of("DDoS-Guard", 403, "Server", "ddos-guard",
                        "<!doctype html><html><head><title>DDoS-Guard</title></head></html>"),
                Arguments.of("a check for browsers", 200, "", "",
                        "<html><body><script src=\"https://www.google.com/recaptcha/api.js\"></script></body></html>"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("walls")
    void botProtection_isReportedWithItsName_andRequestedOnce(String name, int status, String header, String value, String body) {
        answersWith(status, header, value, body);
        assertThatThrownBy(this::fetch).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.BOT_PROTECTION);
            assertThat(failure.getMessage()).contains(name, "HTTP " + status, "docs/access.md", provider.baseUrl());
        });
        assertThat(provider.requests()).hasSize(1);
        assertThat(provider.requests().getFirst().header("User-Agent")).startsWith("Sheaf/");
        assertThat(pause.times).isEmpty();
    }

    @Test
    void loginPage_isReported() {
        provider.when(request -> !request.path().endsWith("login"), Behaviour.redirect(302, "/login?next=oai"));
        answersWith(200, "", "", "<html><title>Welcome</title><form><input type=\"password\" name=\"p\"></form></html>");
        provider.when(request -> !request.path().endsWith("login"), Behaviour.redirect(302, "/login?next=oai"));
        assertThatThrownBy(this::fetch).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.LOGIN);
            assertThat(failure.getMessage()).contains("login page", "'Welcome'", "--access user");
        });
    }

    @Test
    void homePageWithALoginForm_isNotTakenForALoginPage() throws HarvestException {
        answersWith(200, "", "", "<html><title>Our Library</title><form><input type=\"password\"></form></html>");
        assertThat(fetch().status()).isEqualTo(200);
    }

    @Test
    void recordsThatMentionBotProtection_areNotTakenForIt() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.body("text/html", "<?xml version=\"1.0\"?><OAI-PMH><dc:title>How "
                + "&lt;html> pages with g-recaptcha and cf-turnstile keep robots out</dc:title></OAI-PMH>"));
        assertThat(fetch().status()).isEqualTo(200);
    }
}
