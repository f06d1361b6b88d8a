package dev.sheaf.platform.signatures;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.DeletedRecordPolicy;
import dev.sheaf.core.Granularity;
import dev.sheaf.harvester.http.FetchRules;
import dev.sheaf.harvester.http.Fetched;
import dev.sheaf.harvester.http.HttpFetcher;
import dev.sheaf.harvester.signatures.RequestSigner;
import dev.sheaf.harvester.signatures.SignatureBase;
import dev.sheaf.harvester.signatures.SigningKey;
import dev.sheaf.harvester.signatures.WebBotAuth;
import dev.sheaf.platform.config.RepositoryOptions;
import dev.sheaf.platform.config.Setting;
import dev.sheaf.platform.hub.Hub;
import dev.sheaf.platform.hub.HubOptions;
import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.provider.AddedDescriptions;
import dev.sheaf.provider.flow.FlowRules;
import dev.sheaf.provider.flow.RequestLimit;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

/** Two hubs: one signs its requests, the other one knows it by them. */
class SignedHubsTest {

    private static final int QUOTA = 6;

    @TempDir
    private Path folder;
    private final SigningKey key = SigningKey.generate();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpFetcher fetcher = new HttpFetcher(InstantSource.system());
    private HubStore askingStore;
    private HubStore askedStore;
    private Hub asking;
    private Hub asked;

    @BeforeEach
    void start() throws Exception {
        askingStore = store("asking");
        new KeyFile(folder.resolve("asking").resolve(KeyFile.NAME)).write(key);
        asking = hub("asking", askingStore, Map.of(), FlowRules.NONE);
        askedStore = store("asked");
        asked = hub("asked", askedStore, Map.of(SignaturesFeature.SIGNERS, asking.baseUrl(), SignaturesFeature.PRIVATE, "yes",
                SignaturesFeature.QUOTA, Integer.toString(QUOTA)),
                FlowRules.NONE.withLimit(new RequestLimit(1, 2, 1_000, RequestLimit.BLOCKED_FOR)));
    }

    private HubStore store(String name) {
        return HubStores.open(folder.resolve(name), new HubIdentity(name, "admin@example.org", "hub.example.org"),
                InstantSource.system());
    }

    private Hub hub(String name, HubStore store, Map<Setting, String> settings, FlowRules limits) throws Exception {
        RepositoryOptions limited = new RepositoryOptions(AddedDescriptions.NONE, Granularity.SECOND,
                DeletedRecordPolicy.PERSISTENT, null, null, limits, FlowRules.NONE);
        HubOptions options = new HubOptions(100, new RepositoryOptions.OfAll(limited, RepositoryOptions.DEFAULT, Map.of()),
                ClientAddresses.DIRECT).withSettings(settings);
        return Hub.start(folder.resolve(name), store, ServerSettings.of("127.0.0.1", 0, null), options,
                List.of(new SignaturesFeature()), InstantSource.system());
    }

    @AfterEach
    void stop() {
        client.close();
        fetcher.close();
        asked.close();
        asking.close();
        askedStore.close();
        askingStore.close();
    }

    private URI identify() {
        return URI.create(asked.baseUrl() + "/oai?verb=Identify");
    }

    private int signed(SigningKey by, String origin) throws Exception {
        FetchRules rules = FetchRules.DEFAULT.withAttempts(1).withSigner(new RequestSigner(by, origin));
        Fetched fetched = fetcher.fetch(identify(), rules, (_, _) -> {});
        fetched.release();
        return fetched.status();
    }

    private HttpResponse<String> get(URI uri, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        headers.forEach(request::header);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Uses up the limit of this machine's address, which is two requests. */
    private void spend() throws Exception {
        assertThat(get(identify(), Map.of()).statusCode()).isEqualTo(200);
        assertThat(get(identify(), Map.of()).statusCode()).isEqualTo(200);
        assertThat(get(identify(), Map.of()).statusCode()).isEqualTo(503);
    }

    @Test
    void signer_hasAQuotaOfItsOwn() throws Exception {
        spend();
        for (int i = 0; i < QUOTA; i++) {
            assertThat(signed(key, asking.baseUrl())).as("request " + i).isEqualTo(200);
        }
        Map<String, String> headers = new RequestSigner(key, asking.baseUrl()).headers("GET", identify(), Instant.now());
        HttpResponse<String> refused = get(identify(), headers);
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("of this signer");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void failedSignature_isTreatedLikeNone() throws Exception {
        Map<String, String> headers = new RequestSigner(key, asking.baseUrl()).headers("GET", identify(), Instant.now());
        assertThat(get(identify(), headers).statusCode()).isEqualTo(200);
        spend();
        assertThat(get(identify(), headers).statusCode()).as("repeated").isEqualTo(503);
        Map<String, String> wrong = new RequestSigner(SigningKey.generate(), asking.baseUrl()).headers("GET", identify(),
                Instant.now());
        HttpResponse<String> refused = get(identify(), wrong);
        assertThat(refused.statusCode()).as("another key").isEqualTo(503);
        assertThat(refused.body()).contains("from one address");
        Map<String, String> elsewhere = new RequestSigner(key, asking.baseUrl()).headers("GET",
                URI.create("http://mirror.example.org/oai?verb=Identify"), Instant.now());
        assertThat(get(identify(), elsewhere).statusCode()).as("for another host").isEqualTo(503);
    }

    @Test
    void keyDirectory_isSignedForItsOrigin() throws Exception {
        HttpResponse<String> directory = get(URI.create(asking.baseUrl() + WebBotAuth.DIRECTORY_PATH), Map.of());
        assertThat(directory.statusCode()).isEqualTo(200);
        assertThat(directory.headers().firstValue("Content-Type").orElse("")).startsWith(WebBotAuth.DIRECTORY_TYPE);
        assertThat(directory.headers().firstValue("Cache-Control")).contains("max-age=3600");
        assertThat(directory.body()).isEqualTo("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"kid\":\"" + key.id()
                + "\",\"x\":\"" + key.open().x() + "\",\"use\":\"sig\"}]}");
        String digest = "sha-256=:" + Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("SHA-256").digest(directory.body().getBytes(StandardCharsets.UTF_8)))
                + ":";
        assertThat(directory.headers().firstValue("Content-Digest")).contains(digest);
        String input = directory.headers().firstValue("Signature-Input").orElseThrow();
        assertThat(input).startsWith("binding=(\"@authority\";req \"content-digest\");created=")
                .endsWith(";tag=\"http-message-signatures-directory\"");
        SequencedMap<String, String> covered = new LinkedHashMap<>();
        covered.put("\"@authority\";req", SignatureBase.authority(URI.create(asking.baseUrl())));
        covered.put("\"content-digest\"", digest);
        String signature = directory.headers().firstValue("Signature").orElseThrow();
        assertThat(key.open().verifies(SignatureBase.of(covered, input.substring("binding=".length())),
                Base64.getDecoder().decode(signature.substring("binding=:".length(), signature.length() - 1)))).isTrue();
    }

    @Test
    void hubWithoutAKey_hasNoDirectory() throws Exception {
        assertThat(get(URI.create(asked.baseUrl() + WebBotAuth.DIRECTORY_PATH), Map.of()).statusCode()).isEqualTo(404);
        new KeyFile(folder.resolve("asking").resolve(KeyFile.NAME)).remove();
        assertThat(get(URI.create(asking.baseUrl() + WebBotAuth.DIRECTORY_PATH), Map.of()).statusCode()).isEqualTo(404);
    }
}
