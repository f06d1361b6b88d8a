package dev.sheaf.platform.signatures;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RequestVerifierTest {

    private static final Pattern EXPIRES = Pattern.compile("expires=(\\d+)");
    private static final String ORIGIN = "https://hub.example.net";
    private static final URI ADDRESS = URI.create("https://library.example.org/oai?verb=Identify");

    private final SettableClock clock = SettableClock.at("2026-11-27T12:00:00Z");
    private final SigningKey key = SigningKey.generate();
    private final RequestSigner signer = new RequestSigner(key, ORIGIN);
    private final RequestVerifier verifier = verifier("any");

    private RequestVerifier verifier(String accepted) {
        return new RequestVerifier(AcceptedSigners.parse(accepted), (_, origin, id) -> {
            if (origin.equals(ORIGIN) && id.equals(key.id())) {
                return key.open();
            }
            throw new UnusableSignatureException("its key is not in its key directory");
        }, 10, clock);
    }

    private PlayedRequest signed() {
        return PlayedRequest.get(new HashMap<>(signer.headers("GET", ADDRESS, clock.instant())));
    }

    /** Signs a request of a test's own, with any components and parameters. */
    private PlayedRequest signed(SequencedMap<String, String> covered, String parameters, String agent) {
        String input = "(" + String.join(" ", covered.keySet()) + ")" + parameters;
        String signature = Base64.getEncoder().encodeToString(key.sign(SignatureBase.of(covered, input)));
        return PlayedRequest.get(Map.of("Signature-Agent", agent, "Signature-Input", "sig1=" + input, "Signature",
                "sig1=:" + signature + ":"));
    }

    private String parameters(Instant created, Instant expires) {
        return ";created=" + created.getEpochSecond() + ";expires=" + expires.getEpochSecond() + ";keyid=\"" + key.id()
                + "\";alg=\"ed25519\";nonce=\"a nonce\\\\ with a backslash\";tag=\"web-bot-auth\"";
    }

    private String parameters() {
        return parameters(clock.instant(), clock.instant().plusSeconds(60));
    }

    private static SequencedMap<String, String> usual() {
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        covered.put("\"@authority\"", "library.example.org");
        covered.put("\"signature-agent\";key=\"sig1\"", "\"" + ORIGIN + "\"");
        return covered;
    }

    private static final String AGENT = "sig1=\"" + ORIGIN + "\"";

    private void assertRefused(VerifiableRequest request, String reason) {
        assertThatThrownBy(() -> verifier.verified(request)).isInstanceOf(UnusableSignatureException.class)
                .hasMessageContaining(reason);
        assertThat(verifier.verify(request)).isEmpty();
    }

    @Test
    void signedRequest_isItsSigners() {
        assertThat(verifier.verify(signed()).orElseThrow().origin()).isEqualTo(ORIGIN);
        assertThat(verifier.verify(PlayedRequest.get(Map.of()))).isEmpty();
    }

    static Stream<Arguments> changes() {
        return Stream.of(
                change("method", r -> new PlayedRequest("POST", r.scheme(), r.authority(), r.path(), r.query(), r.headers())),
                change("authority",
                        r -> new PlayedRequest("GET", r.scheme(), "mirror.example.org", r.path(), r.query(), r.headers())),
                change("path", r -> new PlayedRequest("GET", r.scheme(), r.authority(), "/oai/other", r.query(), r.headers())),
                change("query", r -> new PlayedRequest("GET", r.scheme(), r.authority(), r.path(), Optional.of("verb=ListSets"),
                        r.headers())),
                change("no query",
                        r -> new PlayedRequest("GET", r.scheme(), r.authority(), r.path(), Optional.empty(), r.headers())),
                change("time", r -> r.withHeader("Signature-Input",
                        EXPIRES.matcher(r.header("Signature-Input").orElseThrow())
                                .replaceFirst(time -> "expires=" + (Long.parseLong(time.group(1)) - 1)))),
                change("nonce", r -> replaced(r, "Signature-Input", ";nonce=\"", ";nonce=\"x")),
                change("created", r -> r.withHeader("Signature-Input",
                        r.header("Signature-Input").orElseThrow().replaceFirst("created=(\\d+)\\d", "created=$10"))),
                change("order of parameters", r -> replaced(r, "Signature-Input", ";alg=\"ed25519\"", "")),
                change("signature", r -> r.withHeader("Signature",
                        "sig1=:" + Base64.getEncoder().encodeToString(new byte[64]) + ":")));
    }

    private static Arguments change(String part, UnaryOperator<PlayedRequest> change) {
        return Arguments.of(part, change);
    }

    private static PlayedRequest replaced(PlayedRequest request, String header, String text, String by) {
        String value = request.header(header).orElseThrow();
        assertThat(value).contains(text);
        return request.withHeader(header, value.replace(text, by));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("changes")
    void changedPart_makesTheSignatureWorthless(String part, UnaryOperator<PlayedRequest> change) {
        clock.set(Instant.parse("2026-11-27T12:00:05Z"));
        PlayedRequest request = signed();
        assertThat(verifier.verify(change.apply(request))).as(part).isEmpty();
        assertThat(verifier.verify(request)).as("the request itself, whose nonce nobody else could use up").isPresent();
    }

    @Test
    void signatureForAnotherOrigin_isNotThatOrigins() {
        PlayedRequest request = signed().withHeader("Signature-Agent", "sig1=\"https://victim.example.org\"");
        assertRefused(request, "not in its key directory");
    }

    @Test
    void repeatedRequest_isRefused_untilItHasExpired() {
        PlayedRequest request = signed();
        assertThat(verifier.verify(request)).isPresent();
        assertRefused(request, "seen before");
        clock.advance(RequestSigner.LIFETIME.minusSeconds(1));
        assertRefused(request, "seen before");
        clock.advance(Duration.ofSeconds(1));
        assertRefused(request, "has expired");
        assertThat(verifier.verify(signed())).isPresent();
    }

    @Test
    void clocksMayDifferByAMinute() {
        PlayedRequest early = PlayedRequest.get(signer.headers("GET", ADDRESS, clock.instant().plusSeconds(60)));
        PlayedRequest tooEarly = PlayedRequest.get(signer.headers("GET", ADDRESS, clock.instant().plusSeconds(61)));
        PlayedRequest late = PlayedRequest.get(signer.headers("GET", ADDRESS, clock.instant().minusSeconds(299)));
        assertThat(verifier.verify(early)).isPresent();
        assertRefused(tooEarly, "in the future");
        assertThat(verifier.verify(late)).isPresent();
    }

    @Test
    void longValidity_isRefused() {
        assertRefused(
                signed(usual(), parameters(clock.instant(), clock.instant().plus(Duration.ofHours(1)).plusSeconds(1)), AGENT),
                "more than 60 minutes");
        assertThat(
                verifier.verify(signed(usual(), parameters(clock.instant(), clock.instant().plus(Duration.ofHours(1))), AGENT)))
                .isPresent();
    }

    @Test
    void signatureMustCoverAuthorityAndSigner() {
        SequencedMap<String, String> withoutAuthority = usual();
        withoutAuthority.remove("\"@authority\"");
        assertRefused(signed(withoutAuthority, parameters(), AGENT), "must cover");
        SequencedMap<String, String> withoutSigner = usual();
        withoutSigner.remove("\"signature-agent\";key=\"sig1\"");
        assertRefused(signed(withoutSigner, parameters(), AGENT), "must cover");
        SequencedMap<String, String> target = new LinkedHashMap<>();
        target.put("\"@target-uri\"", ADDRESS.toString());
        target.putAll(usual());
        target.remove("\"@authority\"");
        assertThat(verifier.verify(signed(target, parameters(), AGENT))).as("@target-uri").isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"created", "expires", "keyid", "nonce"})
    void missingParameter_isRefused(String name) {
        String without = parameters().replaceFirst(";" + name + "=(\"(\\\\.|[^\"])*\"|\\d+)", "");
        assertThat(without).doesNotContain(name);
        assertRefused(signed(usual(), without, AGENT), "the parameter " + name);
    }

    @Test
    void otherTagOrAlgorithm_isNotConsidered() {
        assertThat(verifier.verify(signed(usual(), parameters().replace("web-bot-auth", "other"), AGENT))).isEmpty();
        assertRefused(signed(usual(), parameters().replace("ed25519", "hmac-sha256"), AGENT), "algorithm");
    }

    @Test
    void unknownComponentOrDiscovery_isRefused() {
        SequencedMap<String, String> unknown = usual();
        unknown.put("\"@status\"", "200");
        assertRefused(signed(unknown, parameters(), AGENT), "@status is not known");
        SequencedMap<String, String> header = usual();
        header.put("\"x-missing\"", "1");
        assertRefused(signed(header, parameters(), AGENT), "x-missing is missing");
        SequencedMap<String, String> typed = usual();
        typed.put("\"signature-agent\";key=\"sig1\"", "\"" + ORIGIN + "\";type=jwks_uri");
        assertRefused(signed(typed, parameters(), AGENT + ";type=jwks_uri"), "no directory");
        typed.put("\"signature-agent\";key=\"sig1\"", "\"" + ORIGIN + "\";type=directory");
        assertThat(verifier.verify(signed(typed, parameters(), AGENT + ";type=directory"))).isPresent();
    }

    /** The form of earlier revisions. */
    @Test
    void signerAsAPlainString_isAccepted() {
        SequencedMap<String, String> legacy = new LinkedHashMap<>();
        legacy.put("\"@authority\"", "library.example.org");
        legacy.put("\"signature-agent\"", "\"" + ORIGIN + "\"");
        assertThat(verifier.verify(signed(legacy, parameters(), "\"" + ORIGIN + "\""))).isPresent();
    }

    @Test
    void onlyListedSigners_areAccepted() throws UnusableSignatureException {
        assertThat(verifier(ORIGIN + ", https://b.example.org").verified(signed())).isPresent();
        assertThatThrownBy(() -> verifier("https://b.example.org").verified(signed())).hasMessageContaining("not accepted");
        SequencedMap<String, String> open = usual();
        open.put("\"signature-agent\";key=\"sig1\"", "\"http://hub.example.net\"");
        assertRefused(signed(open, parameters(), "sig1=\"http://hub.example.net\""), "not accepted");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sig1", "sig1=", "sig1=(\"@authority\"", "sig1=(\"@authority\");created=1.5;tag=\"web-bot-auth\"",
            "sig1=(\"@authority\"\"@path\");tag=\"web-bot-auth\"", "=", "sig1=(\"@authority\");tag=\"web-bot-auth\",",
            "SIG=(\"@authority\")", "sig1=(1);tag=\"web-bot-auth\";created=1;created=2"})
    void malformedHeader_isLikeNoSignature(String input) {
        assertThat(verifier.verify(signed().withHeader("Signature-Input", input))).isEmpty();
        assertThat(verifier.verify(signed().withHeader("Signature", input))).isEmpty();
        assertThat(verifier.verify(signed().withHeader("Signature-Agent", input))).isEmpty();
    }

    @Test
    void hugeHeader_isLikeNoSignature() {
        String huge = "sig1=(" + "\"@path\" ".repeat(2_000) + ");tag=\"web-bot-auth\"";
        assertThat(verifier.verify(signed().withHeader("Signature-Input", huge))).isEmpty();
    }

    @Test
    void quotaBelongsToTheSigner() {
        List<Integer> waits = Stream.generate(() -> verifier.verify(signed()).orElseThrow().count()).limit(11).toList();
        assertThat(waits.subList(0, 10)).containsOnly(0);
        assertThat(waits.getLast()).isPositive();
        clock.advance(Duration.ofSeconds(waits.getLast()));
        assertThat(verifier.verify(signed()).orElseThrow().count()).isZero();
    }

    @Test
    void noncesAreLimited_andForgottenWhenTheyExpire() {
        SeenNonces nonces = new SeenNonces();
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i < SeenNonces.MOST_OF_KEY; i++) {
            assertThat(nonces.isNew("a", "n" + i, now.plusSeconds(60), now)).isTrue();
        }
        assertThat(nonces.isNew("a", "one more", now.plusSeconds(60), now)).isFalse();
        assertThat(nonces.isNew("b", "one more", now.plusSeconds(61), now)).as("another key").isTrue();
        assertThat(nonces.isNew("a", "n1", now.plusSeconds(99), now.plusSeconds(60))).as("all have expired").isTrue();
    }

    @Test
    void busySigner_isAcceptedWithoutEnd_andNoSignatureTwice() {
        SeenNonces nonces = new SeenNonces();
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        int requests = 3 * SeenNonces.MOST_OF_KEY;
        for (int i = 0; i < requests; i++) {
            assertThat(nonces.isNew("a", "n" + i, now.plusSeconds(3_600 + i), now)).isTrue();
        }
        for (int i = 0; i < requests; i++) {
            assertThat(nonces.isNew("a", "n" + i, now.plusSeconds(3_600 + i), now)).as("n" + i).isFalse();
        }
    }

    @Test
    void allKeysTogether_areLimited_andAKeyGivesWayToItsOwnNoncesAlone() {
        SeenNonces nonces = new SeenNonces();
        Instant now = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i < SeenNonces.MOST; i++) {
            assertThat(nonces.isNew("key" + i % 20, "n" + i, now.plusSeconds(3_600 + i), now)).isTrue();
        }
        assertThat(nonces.isNew("new key", "n", now.plusSeconds(7_200_000), now)).isFalse();
        assertThat(nonces.isNew("key0", "one more", now.plusSeconds(7_200_000), now)).isTrue();
        assertThat(nonces.isNew("key0", "n0", now.plusSeconds(3_600), now)).as("forgotten").isFalse();
        assertThat(nonces.isNew("key1", "n1", now.plusSeconds(3_601), now)).as("seen").isFalse();
    }
}
