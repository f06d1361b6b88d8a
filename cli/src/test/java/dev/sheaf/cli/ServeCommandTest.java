package dev.sheaf.cli;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.platform.server.access.AdminPassword;
import dev.sheaf.simulator.ScriptedProvider;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;

import static org.assertj.core.api.Assertions.assertThat;

class ServeCommandTest {

    private static final Pattern SHOWN = Pattern.compile("its password is in the file (.*)\n");

    @TempDir
    Path folder;

    @Test
    void onlyTheFirstStart_namesTheFileOfTheAdministrationPassword() throws Exception {
        String first = toldBy("--quiet");
        Matcher shown = SHOWN.matcher(first);
        assertThat(shown.find()).as(first).isTrue();
        assertThat(shown.find()).as("once").isFalse();
        shown.reset().find();
        Path file = Path.of(shown.group(1));
        String password = Files.readString(file).strip();
        assertThat(password).matches("([a-z2-9]{4}-){4}[a-z2-9]{4}");
        assertThat(first).as("standard error goes into a journal").doesNotContain(password);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");

        String second = toldBy();
        assertThat(second).contains("Sheaf is listening").doesNotContain("password", password);
        try (HubStore store = HubStores.open(folder.resolve("sheaf-data"),
                new HubIdentity("Test", "admin@example.org", "hub.example.org"), InstantSource.system())) {
            assertThat(new AdminPassword(store.administration()).matches(password)).isTrue();
        }
    }

    @Test
    void failedStart_leavesTheFirstPasswordToTheNextStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Typed failed = Typed.in(folder, "serve", "--port", String.valueOf(taken.getLocalPort()));
            assertThat(failed.status()).isEqualTo(1);
            assertThat(failed.err()).contains("is in use").doesNotContain("password");
        }

        assertThat(toldBy()).containsPattern(SHOWN);
    }

    @Test
    void portOfTheProxyThatIsInUse_isReportedWithTheOptionThatSetsIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Typed failed = Typed.in(folder, "serve", "--port", "0", "--proxy-port", String.valueOf(taken.getLocalPort()));
            assertThat(failed.status()).isEqualTo(1);
            assertThat(failed.err()).contains("Port " + taken.getLocalPort(), "is in use",
                    "choose another port with --proxy-port.");
        }
    }

    @Test
    void configuredPassword_isNotShown() throws Exception {
        Files.writeString(folder.resolve("secret"), "a password of my own\n");

        assertThat(toldBy("--admin-password-file", "secret")).contains("Sheaf is listening")
                .doesNotContain("its password is", "of my own");
        assertThat(toldBy()).doesNotContain("its password is");
    }

    /** All that a start of the hub says to people, until it is stopped. */
    private String toldBy(String... arguments) throws InterruptedException {
        Typed.Serving hub = Typed.serving(folder, arguments);
        try (hub) {
            hub.address();
        }
        return hub.err();
    }

    @Test
    void proxyPort_servesAPlainProxy() throws Exception {
        try (ScriptedProvider provider = ScriptedProvider.start(InstantSource.system())) {
            Typed added = Typed.in(folder, "source", "add", "library", provider.baseUrl());
            assertThat(added.status()).as(added.err()).isZero();
            try (Typed.Serving hub = Typed.serving(folder, "--proxy-port", "0")) {
                hub.address();
                URI address = URI.create(hub.awaitErr("The HTTP proxy for harvesters is (http://[^,]+), for the base URLs"));
                try (HttpClient harvester = HttpClient.newBuilder()
                        .proxy(ProxySelector.of(new InetSocketAddress(address.getHost(), address.getPort()))).build()) {
                    HttpResponse<String> answer = harvester.send(
                            HttpRequest.newBuilder(URI.create(provider.baseUrl() + "?verb=Identify")).build(),
                            HttpResponse.BodyHandlers.ofString());
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    assertThat(answer.body()).contains("<baseURL>" + provider.baseUrl() + "</baseURL>", "<gateway ");
                    assertThat(harvester.send(HttpRequest.newBuilder(URI.create(hub.address() + "/")).build(),
                            HttpResponse.BodyHandlers.ofString()).statusCode()).as("not a registered source").isEqualTo(403);
                }
            }
        }
    }
}
