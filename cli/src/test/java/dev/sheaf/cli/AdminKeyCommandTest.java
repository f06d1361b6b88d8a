package dev.sheaf.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.keys.KeyFile;
import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ReceivedRequest;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;

import static org.assertj.core.api.Assertions.assertThat;

class AdminKeyCommandTest {

    private static final Map<String, String> SIGNING = Map.of("SHEAF_SIGN_REQUESTS", "yes", "SHEAF_SIGNATURE_AGENT",
            "https://hub.example.org");

    @TempDir
    Path folder;

    private Path file() {
        return folder.resolve("sheaf-data").resolve(KeyFile.NAME);
    }

    private String made() {
        Typed made = Typed.in(folder, SIGNING, "admin", "key", "new");
        assertThat(made.status()).as(made.err()).isZero();
        assertThat(made.out().strip()).matches("[A-Za-z0-9_-]{43}");
        return made.out().strip();
    }

    @Test
    void privateKey_isForItsOwnerAlone_andIsNeverShown() throws Exception {
        String id = made();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file()))).isEqualTo("rw-------");
        String secret = Files.readAllLines(file()).get(1);
        Typed shown = Typed.in(folder, SIGNING, "admin", "key", "show");
        assertThat(shown.out()).contains(id, "https://hub.example.org/.well-known/http-message-signatures-directory", "on")
                .doesNotContain(secret);
        Typed letter = Typed.in(folder, SIGNING, "admin", "key", "show", "--letter");
        assertThat(letter.out()).contains(id, "Signature-Agent: sig1=\"https://hub.example.org\"",
                "https://hub.example.org/.well-known/http-message-signatures-directory").doesNotContain(secret);
        assertThat(Typed.in(folder, SIGNING, "admin", "key", "show", "--verbose").err()).doesNotContain(secret);
    }

    @Test
    void key_isReplacedOnlyWhenAsked_andRemoved() {
        String first = made();
        Typed refused = Typed.in(folder, SIGNING, "admin", "key", "new");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("--replace");
        String second = Typed.in(folder, SIGNING, "admin", "key", "new", "--replace").out().strip();
        assertThat(second).isNotEqualTo(first);
        assertThat(Typed.in(folder, "admin", "key", "remove").status()).isZero();
        assertThat(file()).doesNotExist();
        assertThat(Typed.in(folder, "admin", "key", "remove").status()).isEqualTo(1);
        assertThat(Typed.in(folder, "admin", "key", "show").err()).contains("sheaf admin key new");
        assertThat(Typed.in(folder, "admin", "key").status()).isEqualTo(2);
    }

    @Test
    void keyThatOthersMayRead_isRefused() throws Exception {
        made();
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));
        Typed shown = Typed.in(folder, SIGNING, "admin", "key", "show");
        assertThat(shown.status()).isEqualTo(1);
        assertThat(shown.err()).contains("may be known to them", "--replace");
        assertThat(Typed.in(folder, SIGNING, "admin", "key", "new", "--replace").status()).isZero();
    }

    @Test
    void backup_saysThatItHoldsTheKey_andBringsItBack() throws Exception {
        assertThat(Typed.in(folder, "identifiers").status()).isZero();
        assertThat(Typed.in(folder, "backup", "without.zip").err()).doesNotContain("signs requests");
        String id = made();
        assertThat(Typed.in(folder, "backup", "with.zip").err()).contains("with the private key that signs requests");
        Typed restored = Typed.in(folder, "restore", "with.zip", "--data", "restored");
        assertThat(restored.status()).as(restored.err()).isZero();
        assertThat(Typed.in(folder, "admin", "key", "show", "--data", "restored").out()).contains(id);
    }

    @Test
    void harvest_signsItsRequests_onlyWhenItShould() {
        made();
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC()).put(SampleRecords.many(3))) {
            Typed plain = Typed.in(folder, "fetch", provider.baseUrl());
            assertThat(plain.status()).as(plain.err()).isZero();
            assertThat(provider.requests()).isNotEmpty().allMatch(request -> request.header("Signature").isEmpty());
            provider.clearLog();
            Typed signed = Typed.in(folder, SIGNING, "fetch", provider.baseUrl());
            assertThat(signed.status()).as(signed.err()).isZero();
            assertThat(provider.requests(ReceivedRequest.any())).isNotEmpty()
                    .allMatch(request -> request.header("Signature-Agent").equals("sig1=\"https://hub.example.org\""))
                    .allMatch(request -> request.header("Signature").startsWith("sig1=:"));
        }
    }

    @Test
    void letterToAHostThatBlocksPrograms_namesTheKeyAndItsDirectory() {
        String id = made();
        try (ScriptedProvider provider = ScriptedProvider.start(Clock.systemUTC())) {
            provider.when(ReceivedRequest.any(), (request, reply) -> Behaviour.html("Just a moment...")
                    .change(request, reply).withStatus(403).withHeader("cf-mitigated", "challenge"));
            Typed harvest = Typed.in(folder, SIGNING, "source", "add", "walled", provider.baseUrl());
            assertThat(harvest.status()).as(harvest.err()).isZero();
            assertThat(Typed.in(folder, SIGNING, "harvest", "walled").status()).isEqualTo(1);
            Typed letter = Typed.in(folder, SIGNING, "watch", "letter", "walled");
            assertThat(letter.out()).startsWith("To: ").contains("Subject: OAI-PMH: your host blocks our harvester",
                    provider.baseUrl(),
                    "Cloudflare's challenge answered", "the User-Agent Sheaf/",
                    "Signature-Agent: sig1=\"https://hub.example.org\"",
                    id,
                    "https://hub.example.org/.well-known/http-message-signatures-directory");
            assertThat(letter.out().lines().filter(line -> !line.contains("://"))).allMatch(line -> line.length() <= 76);
            assertThat(Typed.in(folder, "watch", "letter", "walled").out()).as("without signatures")
                    .contains("your host blocks").doesNotContain("Signature-Agent");
        }
    }

    @Test
    void signingWithoutAKeyOrAnAddress_isAFailureThatSaysWhatToDo() {
        Typed withoutKey = Typed.in(folder, SIGNING, "fetch", "http://127.0.0.1:1/oai");
        assertThat(withoutKey.status()).isEqualTo(1);
        assertThat(withoutKey.err()).contains("sheaf admin key new");
        made();
        Typed withoutAddress = Typed.in(folder, Map.of("SHEAF_SIGN_REQUESTS", "yes"), "fetch", "http://127.0.0.1:1/oai");
        assertThat(withoutAddress.status()).isEqualTo(1);
        assertThat(withoutAddress.err()).contains("signature-agent");
        Typed wrong = Typed.in(folder, Map.of("SHEAF_SIGNATURE_AGENT", "http://hub.example.org"), "admin", "key", "show");
        assertThat(wrong.status()).isEqualTo(2);
        assertThat(wrong.err()).contains("https://hub.example.org, without a path");
    }
}
