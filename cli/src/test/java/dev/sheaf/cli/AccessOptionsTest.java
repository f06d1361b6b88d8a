package dev.sheaf.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.sheaf.simulator.Behaviour;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.testkit.SampleRecords;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Repositories that do not let everybody in. */
class AccessOptionsTest {

    private static final String PASSWORD = "correct-horse-battery";
    private static final String BASIC = "Basic "
            + Base64.getEncoder().encodeToString(("reader:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

    private final ScriptedProvider provider = ScriptedProvider.start(SettableClock.at("2024-05-10T09:00:00Z"));
    private final List<Typed> typed = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws IOException {
        provider.put(SampleRecords.many(5));
        Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    }

    @AfterEach
    void nowhereIsASecretToBeSeen() throws IOException {
        provider.close();
        assertThat(typed).allSatisfy(command -> assertThat(command.out() + command.err()).doesNotContain(PASSWORD)
                .doesNotContain(BASIC.substring(6)));
        Path data = folder.resolve("sheaf-data");
        if (Files.isDirectory(data)) {
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).as(file.toString()).doesNotContain(PASSWORD);
                }
            }
        }
    }

    private Typed type(String... arguments) {
        return type(Map.of(), arguments);
    }

    private Typed type(Map<String, String> environment, String... arguments) {
        Typed one = Typed.in(folder, environment, arguments);
        typed.add(one);
        return one;
    }

    private void letsInOnly(String header, String value) {
        provider.when(request -> !request.header(header).equals(value), Behaviour.status(401));
    }

    @Test
    void protectedSource_isHarvestedWithItsPassword() {
        letsInOnly("Authorization", BASIC);
        assertThat(type("source", "add", "a", provider.baseUrl()).status()).isZero();
        Typed refused = type("harvest", "a");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.err()).contains("401", "--access user");
        Typed set = type("source", "set", "a", "--access", "user=reader", "--access", "password-file=password");
        assertThat(set.status()).isZero();
        assertThat(set.err()).contains("without encryption");
        assertThat(type("harvest", "a", "--verbose").err()).contains("a: complete: 5 new");
        assertThat(type("source", "show", "a").out()).contains("login              reader with password ••••");
        assertThat(type("source", "show", "a", "--json").out()).contains("\"login\"", "••••");
        type("export", "--source", "a");
        type("source", "list", "--json");

        type("source", "set", "a", "--access", "without=login");
        assertThat(type("source", "show", "a").out()).doesNotContain("\nlogin ");
    }

    @Test
    void token_isReadFromTheEnvironment_andHeadersFromAFile() throws IOException {
        letsInOnly("Authorization", "Bearer " + PASSWORD);
        Files.writeString(folder.resolve("headers"), "X-Api-Key: k" + PASSWORD + "\n\nX-Other: 1\n");
        assertThat(type(Map.of("TOKEN", PASSWORD), "fetch", provider.baseUrl(), "--access", "bearer-file=env:TOKEN", "--access",
                "header-file=headers",
                "--format", "jsonl").out().lines()).hasSize(5);
        assertThat(provider.requests().getLast().header("X-Api-Key")).isEqualTo("k" + PASSWORD);
        assertThat(provider.requests().getLast().header("X-Other")).isEqualTo("1");
    }

    @Test
    void newAddress_isRegisteredWithItsAccess() {
        letsInOnly("Authorization", BASIC);
        assertThat(type("harvest", provider.baseUrl(), "--access", "user=reader", "--access", "password-file=password").status())
                .isZero();
        Typed again = type("harvest", provider.baseUrl());
        assertThat(again.status()).isZero();
        Typed changed = type("harvest", provider.baseUrl(), "--access", "requests-at-once=2");
        assertThat(changed.status()).isEqualTo(2);
        assertThat(changed.err()).contains("source set");
    }

    @Test
    void secondCommand_keepsSettingsItDoesNotName() throws IOException {
        Files.writeString(folder.resolve("ca.pem"), "not looked at yet");
        type("source", "add", "a", "https://example.org/oai", "--access", "user=reader", "--access", "password-file=password",
                "--access", "proxy=proxy.example.org:3128", "--access", "proxy-user=me", "--access",
                "proxy-password-file=password");
        type("source", "set", "a", "--access", "ca-file=ca.pem", "--access", "min-interval=2s", "--access", "requests-at-once=3",
                "--access", "obey-robots=yes",
                "--access", "accept-certificate=" + "AB:".repeat(31) + "AB", "--access",
                "accept-until=" + LocalDate.now(Clock.systemUTC()).plusDays(9).toString());
        assertThat(type("source", "set", "a", "--name", "A").status()).isZero();
        assertThat(type("source", "show", "a").out()).contains("reader with password ••••",
                "proxy.example.org:3128 as me with password ••••", "ca.pem", "every 2s", "requests at once   3", "obeyed",
                "ab".repeat(32));
        type("source", "set", "a", "--access", "obey-robots=no", "--access", "without=pace", "--access", "without=proxy",
                "--access", "without=exception",
                "--access", "without=ca");
        assertThat(type("source", "show", "a").out()).contains("reader").doesNotContain("proxy", "ca.pem", "every 2s", "at once",
                "obeyed", "abab");
    }

    @ParameterizedTest
    @ValueSource(strings = {"user=reader", "password-file=password", "bearer-file=password user=reader", "proxy=nowhere",
            "proxy=http://me:pw@proxy.example.org:80", "proxy-user=x", "requests-at-once=0", "requests-at-once=1000",
            "requests-at-once=many", "accept-certificate=ab accept-until=2001-01-01", "accept-certificate=ab",
            "password-file=env:NOWHERE user=x", "without=everything", "header-file=password", "min-interval=soon",
            "client-certificate=password", "obey-robots=perhaps", "user", "user=", "users=x", "proxy=a:1 proxy=b:1"})
    void contradictoryOptions_areWrongUsage(String options) {
        List<String> arguments = new ArrayList<>(List.of("source", "add", "a", "https://example.org/oai"));
        for (String option : options.split(" ")) {
            arguments.addAll(List.of("--access", option));
        }
        Typed refused = type(arguments.toArray(String[]::new));
        assertThat(refused.status()).isEqualTo(2);
        assertThat(refused.err()).startsWith("sheaf: --access");
    }

    @Test
    void missingFile_isNamed() {
        Typed missing = type("source", "add", "a", "https://example.org/oai", "--access", "user=x", "--access",
                "password-file=nowhere.txt");
        assertThat(missing.status()).isEqualTo(1);
        assertThat(missing.err()).contains("nowhere.txt");
    }
}
