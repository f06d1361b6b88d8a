package dev.sheaf.harvester.http;

import java.net.URI;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Requests with signatures, over real HTTP. */
class SignedRequestsTest {

    private static final String ORIGIN = "https://hub.example.org";
    private static final Pattern CREATED = Pattern.compile(";created=(\\d+);expires=(\\d+);");
    private static final Pattern NONCE = Pattern.compile(";nonce=\"([^\"]+)\"");

    private final SettableClock clock = SettableClock.at("2026-11-27T12:00:00Z");
    private final ScriptedProvider provider = ScriptedProvider.start(clock);
    private final ScriptedProvider other = ScriptedProvider.start(clock);
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final SigningKey key = SigningKey.generate();
    private final FetchRules signing = FetchRules.DEFAULT.withSigner(new RequestSigner(key, ORIGIN));
    private final Pause advancing = (time, _) -> clock.advance(time);

    @AfterEach
    void close() {
        fetcher.close();
        provider.close();
        other.close();
    }

    private static String authority(ScriptedProvider of) {
        return URI.create(of.baseUrl()).getRawAuthority();
    }

    private static String part(Pattern pattern, ReceivedRequest request, int group) {
        Matcher matcher = pattern.matcher(request.header("Signature-Input"));
        assertThat(matcher.find()).as(request.header("Signature-Input")).isTrue();
        return matcher.group(group);
    }

    private boolean isSigned(ReceivedRequest request, String authority) {
        String input = request.header("Signature-Input");
        String signature = request.header("Signature");
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        covered.put("\"@method\"", request.method());
        covered.put("\"@authority\"", authority);
        covered.put("\"@path\"", request.path());
        if (!request.query().isEmpty()) {
            covered.put("\"@query\"", "?" + request.query());
        }
        covered.put("\"signature-agent\";key=\"sig1\"", "\"" + ORIGIN + "\"");
        assertThat(request.header("Signature-Agent")).isEqualTo("sig1=\"" + ORIGIN + "\"");
        assertThat(input).startsWith("sig1=(" + String.join(" ", covered.keySet()) + ");")
                .endsWith(";tag=\"web-bot-auth\"").contains(";keyid=\"" + key.id() + "\";alg=\"ed25519\";");
        return key.open().verifies(SignatureBase.of(covered, input.substring("sig1=".length())),
                Base64.getDecoder().decode(signature.substring("sig1=:".length(), signature.length() - 1)));
    }

    @Test
    void requestsAreNotSigned_unlessTheRulesSaySo() throws HarvestException {
        fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify")), FetchRules.DEFAULT, Pause.REAL);
        assertThat(provider.requests().getFirst().headers()).doesNotContainKeys("Signature", "Signature-Input",
                "Signature-Agent");
    }

    @Test
    void signatureCoversTheRequest_forSomeMinutes() throws HarvestException {
        fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify&x=%C3%A4")), signing, Pause.REAL);
        ReceivedRequest request = provider.requests().getFirst();
        assertThat(isSigned(request, authority(provider))).isTrue();
        assertThat(isSigned(request, "other.example.org")).isFalse();
        long created = Long.parseLong(part(CREATED, request, 1));
        assertThat(created).isEqualTo(clock.instant().getEpochSecond());
        assertThat(Long.parseLong(part(CREATED, request, 2)) - created).isEqualTo(300);
    }

    @Test
    void eachAttempt_hasItsOwnTimeAndNonce() throws HarvestException {
        provider.once(ReceivedRequest.any(), Behaviour.busy(503, "120"));
        fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify")), signing, advancing);
        List<ReceivedRequest> requests = provider.requests();
        assertThat(requests).hasSize(2).allMatch(request -> isSigned(request, authority(provider)));
        assertThat(part(NONCE, requests.get(0), 1)).isNotEqualTo(part(NONCE, requests.get(1), 1));
        assertThat(Long.parseLong(part(CREATED, requests.get(1), 1)) - Long.parseLong(part(CREATED, requests.get(0), 1)))
                .isGreaterThanOrEqualTo(Duration.ofMinutes(2).toSeconds());
    }

    @Test
    void redirectToAnotherAuthority_isSignedForThatOne() throws HarvestException {
        provider.when(ReceivedRequest.any(), Behaviour.redirect(302, other.baseUrl("/oai?verb=Identify")));
        fetcher.fetch(URI.create(provider.baseUrl("/oai?verb=Identify")), signing, Pause.REAL);
        ReceivedRequest followed = other.requests().getFirst();
        assertThat(isSigned(followed, authority(other))).isTrue();
        assertThat(isSigned(followed, authority(provider))).isFalse();
    }

    @Test
    void addressWithoutAQuery_isSignedWithoutOne() throws HarvestException {
        fetcher.fetch(URI.create(provider.baseUrl("/oai")), signing, Pause.REAL);
        assertThat(isSigned(provider.requests().getFirst(), authority(provider))).isTrue();
    }

    @Test
    void postsAreSignedToo() throws HarvestException {
        fetcher.post(URI.create(provider.baseUrl("/sync")), new Posted(Map.of("Content-Type", "text/plain"), new byte[]{'x'}),
                signing, Pause.REAL);
        ReceivedRequest request = provider.requests().getFirst();
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.header("Signature-Input"))
                .startsWith("sig1=(\"@method\" \"@authority\" \"@path\" \"signature-agent\"");
    }
}
