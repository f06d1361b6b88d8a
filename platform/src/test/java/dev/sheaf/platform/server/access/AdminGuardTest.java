package dev.sheaf.platform.server.access;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.sheaf.core.address.AddressBlock;
import dev.sheaf.platform.server.ClientAddresses;
import dev.sheaf.platform.server.Endpoint;
import dev.sheaf.platform.server.ForwardedHeader;
import dev.sheaf.platform.server.HealthEndpoint;
import dev.sheaf.platform.server.HubServer;
import dev.sheaf.platform.server.PlainText;
import dev.sheaf.platform.server.ServerSettings;
import dev.sheaf.platform.server.ServerStartException;
import dev.sheaf.store.HubIdentity;
import dev.sheaf.store.HubStore;
import dev.sheaf.store.open.HubStores;
import dev.sheaf.testkit.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

/** Many passwords at once, over real HTTP, as a trusted web server in front would pass them on. */
class AdminGuardTest {

    private static final String PASSWORD = "correct horse battery staple";

    @TempDir
    Path folder = Path.of("");

    private final SettableClock clock = SettableClock.at("2025-03-01T12:00:00Z");
    private final HttpClient client = HttpClient.newHttpClient();
    private HubStore store;
    private HubServer server;

    @BeforeEach
    void start() throws ServerStartException {
        store = HubStores.open(folder, new HubIdentity("Hub", "admin@hub.example.org", "hub.example.org"), clock);
        // Cheap: a hundred of them are computed here.
        store.administration().put(AdminPassword.hash(PASSWORD, 5_000), clock.instant());
        server = HubServer.listen(ServerSettings.of("127.0.0.1", 0, null));
        AdminGuard guard = new AdminGuard(new AdminPassword(store.administration()),
                new ClientAddresses(List.of(AddressBlock.parse("127.0.0.1")), ForwardedHeader.X_FORWARDED_FOR), server.baseUrl(),
                clock);
        Endpoint guarded = config -> config.routes.get("/guarded",
                context -> PlainText.answer(context, code(guard.program(context)), "answered"));
        server.start(List.of(guarded, new HealthEndpoint(Map.of())));
    }

    private static int code(AdminGuard.Answer answer) {
        return switch (answer) {
            case AdminGuard.Answer.Right _ -> 200;
            case AdminGuard.Answer.Wrong _ -> 401;
            case AdminGuard.Answer.TooMany _ -> 429;
        };
    }

    @AfterEach
    void close() {
        server.close();
        store.close();
    }

    private int status(String path, String from, String password) throws Exception {
        return client.send(HttpRequest.newBuilder(URI.create(server.baseUrl() + path)).header("X-Forwarded-For", from)
                .header("Authorization", "Bearer " + password).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private List<Integer> wrongOnes(int number, IntFunction<String> from) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                int at = i;
                calls.add(() -> status("/guarded", from.apply(at), "wrong password " + at));
            }
            for (Future<Integer> status : threads.invokeAll(calls)) {
                statuses.add(status.get());
            }
        }
        return statuses;
    }

    @Test
    void simultaneousPasswords_areCountedBeforeTheyAreHashed() throws Exception {
        List<Integer> statuses = wrongOnes(40, _ -> "203.0.113.9");

        assertThat(statuses).containsOnly(401, 429);
        assertThat(statuses.stream().filter(status -> status == 401)).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void addressesOfOneIpv6Network_countAsOneClient() throws Exception {
        List<Integer> statuses = wrongOnes(30, i -> "2001:db8:0:7::" + Integer.toHexString(i + 1));

        assertThat(statuses.stream().filter(status -> status == 401)).hasSizeLessThanOrEqualTo(10);
        assertThat(status("/guarded", "2001:db8:0:8::1", "wrong too")).as("another network").isEqualTo(401);
    }

    @Test
    void clientWithTheRightPassword_isNotLockedOutByOthersAtItsAddress() throws Exception {
        assertThat(status("/guarded", "203.0.113.9", PASSWORD)).isEqualTo(200);
        wrongOnes(40, _ -> "203.0.113.9");
        assertThat(status("/guarded", "203.0.113.9", "wrong")).isEqualTo(429);

        assertThat(status("/guarded", "203.0.113.9", PASSWORD)).isEqualTo(200);
        assertThat(status("/guarded", "198.51.100.7", PASSWORD)).isEqualTo(200);
    }

    @Test
    void wrongPasswordsFromOtherClients_lockNoClientOut() throws Exception {
        wrongOnes(40, _ -> "203.0.113.9");

        assertThat(status("/guarded", "198.51.100.7", PASSWORD)).isEqualTo(200);
    }

    @Test
    void passwordComparisons_areLimited() throws Exception {
        assertThat(status("/guarded", "203.0.113.9", PASSWORD)).isEqualTo(200);
        for (int i = 0; i < Attempts.MOST_COMPARED; i++) {
            status("/guarded", "203.0.113.9", "x".repeat(1_001));
        }
        assertThat(status("/guarded", "203.0.113.9", PASSWORD)).isEqualTo(429);

        clock.advance(Duration.ofMinutes(11));
        assertThat(status("/guarded", "203.0.113.9", PASSWORD)).isEqualTo(200);
    }

    @Test
    void health_answersDuringManyLogins() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<Integer>> tried = threads.submit(() -> wrongOnes(60, i -> "203.0.113." + i));
            long longest = 0;
            while (!tried.isDone()) {
                long begun = System.nanoTime();
                assertThat(status("/health", "198.51.100.7", "none")).isEqualTo(200);
                longest = Math.max(longest, System.nanoTime() - begun);
            }
            assertThat(Duration.ofNanos(longest)).isLessThan(Duration.ofSeconds(5));
            assertThat(tried.get()).contains(401, 429);
        }
    }

    @Test
    void manyWrongPasswordsOfAllClients_delayFurtherOnes() {
        Attempts attempts = new Attempts(clock);
        for (int i = 0; i <= Attempts.MOST_TOGETHER; i++) {
            assertThat(attempts.delay()).isEqualTo(Duration.ZERO);
            assertThat(attempts.begin("client " + i)).isEqualTo(Duration.ZERO);
        }
        assertThat(attempts.delay()).isEqualTo(Attempts.DELAY);
        clock.advance(Attempts.WINDOW);
        assertThat(attempts.delay()).isEqualTo(Duration.ZERO);
    }
}
