package dev.sheaf.harvester.http;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.store.Access;
import dev.sheaf.core.store.Secret;
import dev.sheaf.harvester.http.HarvestException.Kind;
import dev.sheaf.harvester.http.tls.CheckedTrust;
import dev.sheaf.simulator.Encryption;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Certificates as they should not be; those of the tests are in the testkit. */
class TlsTest {

    private final SettableClock clock = SettableClock.at("2024-05-10T09:00:00Z");
    private final HttpFetcher fetcher = new HttpFetcher(clock);
    private final RecordingPause pause = new RecordingPause();

    @TempDir
    private Path folder;

    @BeforeEach
    void files() throws Exception {
        try (InputStream authority = Encryption.authority(); InputStream client = Encryption.client()) {
            Files.copy(authority, folder.resolve("ca.pem"));
            Files.copy(client, folder.resolve("client.p12"));
        }
    }

    @AfterEach
    void close() {
        fetcher.close();
    }

    private String fingerprint(String alias) throws GeneralSecurityException {
        return CheckedTrust.fingerprint((X509Certificate) Encryption.certificate(alias));
    }

    private Access trusting() {
        return Access.DEFAULT.withTrust(new Access.Trust(folder.resolve("ca.pem").toString(), null));
    }

    private int fetch(HttpsServer server, Access access) throws HarvestException {
        URI uri = URI.create("https://localhost:" + server.getAddress().getPort() + "/oai");
        Fetched fetched = fetcher.fetch(uri, FetchRules.DEFAULT.withAttempts(1).withAccess(access, uri), pause);
        return fetched.status();
    }

    /** A server that shows one of the certificates, and asks for that of its clients if wanted. */
    private static final class Server implements AutoCloseable {

        private final HttpsServer server;

        Server(String alias, boolean wholeChain, boolean asksForClients) throws Exception {
            SSLContext context = Encryption.context(alias, wholeChain);
            server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setHttpsConfigurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    SSLParameters wanted = context.getDefaultSSLParameters();
                    wanted.setNeedClientAuth(asksForClients);
                    parameters.setSSLParameters(wanted);
                }
            });
            server.createContext("/", exchange -> {
                try (exchange) {
                    exchange.sendResponseHeaders(204, -1);
                }
            });
            server.start();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    private static void assertRefused(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.TLS);
            assertThat(failure.getMessage()).contains(words);
        });
    }

    @Test
    void configuredAuthority_isTrustedForItsSourceOnly() throws Exception {
        try (Server server = new Server("localhost", true, false)) {
            assertThat(fetch(server.server, trusting())).isEqualTo(204);
            assertRefused(() -> fetch(server.server, Access.DEFAULT), "CN=Test Authority", "--access ca-file=");
        }
    }

    @Test
    void expiredCertificate_isReportedWithTheOptionToAcceptIt() throws Exception {
        try (Server server = new Server("expired", true, false)) {
            assertRefused(() -> fetch(server.server, trusting()), "has expired on 2020-01-31", "operator",
                    "--access accept-certificate=" + fingerprint("expired"));
        }
    }

    @Test
    void certificateForAnotherName_isReported() throws Exception {
        try (Server server = new Server("other", true, false)) {
            assertRefused(() -> fetch(server.server, trusting()), "for another name", "localhost");
        }
    }

    @Test
    void selfSignedCertificate_isReportedAsSuch() throws Exception {
        try (Server server = new Server("lonely", true, false)) {
            assertRefused(() -> fetch(server.server, trusting()), "self-signed", "--access ca-file=");
        }
    }

    @Test
    void incompleteChain_isReported() throws Exception {
        try (Server server = new Server("localhost", false, false)) {
            assertRefused(() -> fetch(server.server, Access.DEFAULT), "does not send its intermediate certificate");
        }
    }

    @Test
    void acceptedCertificate_isAcceptedUntilItsEndAndNoOther() throws Exception {
        Access.CertificateException exception = new Access.CertificateException(fingerprint("expired"),
                clock.instant().plus(Duration.ofDays(1)));
        Access accepting = Access.DEFAULT.withTrust(new Access.Trust(null, exception));
        try (Server expired = new Server("expired", true, false); Server other = new Server("other", true, false)) {
            assertThat(fetch(expired.server, accepting)).isEqualTo(204);
            URI uri = URI.create("https://localhost:" + expired.server.getAddress().getPort() + "/oai");
            assertThat(fetcher.fetch(uri, FetchRules.DEFAULT.withAccess(accepting, uri), pause).remarks())
                    .containsExactly("the host's certificate is accepted as an exception until 2024-05-11T09:00:00Z");
            assertRefused(() -> fetch(other.server, accepting), "not known here");
        }
        clock.advance(Duration.ofDays(2));
        try (Server expired = new Server("expired", true, false)) {
            assertRefused(() -> fetch(expired.server, accepting), "--access accept-certificate=");
        }
    }

    @Test
    void clientCertificate_isSentToTheHostThatRequestsIt() throws Exception {
        Access.ClientCertificate certificate = new Access.ClientCertificate(folder.resolve("client.p12").toString(),
                Secret.of("secret"));
        try (Server server = new Server("localhost", true, true)) {
            assertThat(fetch(server.server, trusting().withCertificate(certificate))).isEqualTo(204);
        }
    }

    @Test
    void faultyCertificateFiles_areReported() throws Exception {
        Path nonsense = Files.writeString(folder.resolve("nonsense"), "nonsense");
        try (Server server = new Server("localhost", true, false)) {
            Access wrongPassword = trusting().withCertificate(
                    new Access.ClientCertificate(folder.resolve("client.p12").toString(), Secret.of("hunter2")));
            assertUnusable(() -> fetch(server.server, wrongPassword), "client.p12", "password is another one");
            assertUnusable(() -> fetch(server.server, trusting().withCertificate(
                    new Access.ClientCertificate(nonsense.toString(), Secret.of("x")))), "PKCS#12");
            assertUnusable(() -> fetch(server.server, Access.DEFAULT.withTrust(new Access.Trust(nonsense.toString(), null))),
                    "PEM");
            assertUnusable(() -> fetch(server.server, Access.DEFAULT.withTrust(new Access.Trust(folder + "/gone", null))),
                    "there is no such file");
        }
    }

    private static void assertUnusable(ThrowingCallable call, String... words) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HarvestException.class, failure -> {
            assertThat(failure.kind()).isEqualTo(Kind.ACCESS);
            assertThat(failure.getMessage()).contains(words).doesNotContain("hunter2");
        });
    }
}
